# SPDX-License-Identifier: MIT
#
# Draws src/farm/efficiency.svg from what disarray_farm_model prints. In the top folder:
#
#   farm=build/release/tests/bench/disarray_farm_model
#   $farm >/tmp/guided.csv
#   $farm --no-prefetch --largest-block 1 >/tmp/single.csv
#   $farm --no-prefetch --largest-block 1 --split 2 --store 50e-6 --latency 1e-3 \
#     >/tmp/halves.csv
#   gnuplot -e "folder='/tmp'" tests/bench/farm_model.gp >src/farm/efficiency.svg
set terminal svg size 720,440 dynamic noenhanced font 'sans-serif,15' background '#ffffff'
set datafile separator ','
set border 3 lc rgb '#6b6b6b'
set logscale x 2
set xrange [1:4200]
set yrange [0:1.02]
set xtics nomirror (1, 4, 16, 64, 256, 1024, 4096)
set ytics nomirror 0.2
set grid ytics lc rgb '#d9d9d9'
set xlabel 'workers of one thread'
set ylabel 'efficiency'
set title 'K ≤ F[prefix] over S_11, units handed out by one process: model' font ',15'
set key left bottom reverse Left samplen 2.5 spacing 1.25
set arrow from 1024,0.36 to 1024,1 nohead lc rgb '#6b6b6b' dt (2,4)
set label '0.9' at 1.15,0.925 tc rgb '#6b6b6b' font ',13'
# Okabe and Ito's colours, as in the figures of the reports; marks and dashes differ as well.
plot 0.9 with lines lc rgb '#6b6b6b' dt (2,4) notitle, \
     folder.'/halves.csv' every ::1 using 1:2 with linespoints lc rgb '#009e73' dt (12,4,2,4) lw 2 pt 5 ps 0.5 \
       title 'as built: units of 2520 ranks, one by one', \
     folder.'/single.csv' every ::1 using 1:2 with linespoints lc rgb '#d55e00' dt (7,5) lw 2 pt 9 ps 0.6 \
       title 'units of 5040 ranks one by one, stored in 0.2 ms, no prefetch', \
     folder.'/guided.csv' every ::1 using 1:2 with linespoints lc rgb '#0072b2' lw 2 pt 7 ps 0.6 \
       title 'guided blocks of up to 64 units, the next one prefetched'
