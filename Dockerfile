# SPDX-License-Identifier: MIT
# docker build -t disarray . && docker run --rm disarray search --n 3..6
# Built in one image, run in another, which has no compiler: the package of ./dev package.
FROM debian:12 AS build
COPY . /disarray
RUN apt-get update && /disarray/dev package

FROM debian:12-slim
COPY --from=build /disarray/build/packages/disarray_*.deb /packages/
RUN apt-get update && apt-get install -y --no-install-recommends /packages/*.deb \
    && rm -rf /packages /var/lib/apt/lists/*
ENTRYPOINT ["disarray"]
