# SPDX-License-Identifier: MIT
# cmake -DDISARRAY=PROGRAM -DVERIFY=PROGRAM -DVERSION=… -DDATE=… -DOUT=FOLDER -P manual.cmake: what the programs
# say of themselves, as manual pages and completion. That of the verifier, which has two options, is
# its --help with the titles of a manual page.
file(MAKE_DIRECTORY ${OUT})
foreach(format man bash zsh fish)
  set(file ${OUT}/${format})
  if(format STREQUAL man)
    set(file ${OUT}/disarray.1)
  endif()
  execute_process(COMMAND ${DISARRAY} --manual ${format} OUTPUT_FILE ${file}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${VERIFY} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\\" "\\e" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
file(WRITE ${OUT}/disarray-verify.1
  ".TH DISARRAY\\-VERIFY 1 \"${DATE}\" \"disarray ${VERSION}\" \"User Commands\"\n"
  ".SH NAME\ndisarray\\-verify \\- checks certificates of inequalities between rankings\n"
  ".SH SYNOPSIS\n.nf\n\\fBdisarray\\-verify\\fR [\\-\\-threads \\fIN\\fR] \\fIFILE\\fR|\\fIFOLDER\\fR...\n.fi\n"
  ".SH DESCRIPTION\n.nf\n${help}.fi\n.SH SEE ALSO\n.BR disarray (1)\n")
