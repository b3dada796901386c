# Lectern on one machine, in one container: docs/server.md. `docker build -t lectern .`
# The base needs Node with npm, a shell and glibc. The service runs on the Node of package-lock.json, whatever the base has.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS packages
# Where a proxy replaces certificates of TLS: a file that is mounted while the image is built.
ARG NODE_EXTRA_CA_CERTS
WORKDIR /opt/lectern
COPY package.json package-lock.json .npmrc ./
COPY packages packages
# The package of ffprobe forgets to make it executable, and the user of the service may not.
RUN npm ci --omit=dev && chmod +x node_modules/@ffprobe-installer/*/ffprobe
# For posters of videos; with FFMPEG=false the image is smaller.
ARG FFMPEG=true
COPY layers/ffmpeg layers/ffmpeg
RUN if [ "$FFMPEG" = true ]; then npm run ffmpeg; fi

FROM ${BASE}
WORKDIR /opt/lectern
COPY --from=packages /opt/lectern/node_modules node_modules
COPY . .
# Numbers that stay: files of a volume belong to them.
RUN mkdir -p /var/lib/lectern /var/backups/lectern \
  && chown 10001:10001 /var/lib/lectern /var/backups/lectern \
  && chmod 700 /var/lib/lectern /var/backups/lectern \
  && ln -s /opt/lectern/cli/lectern.js /usr/local/bin/lectern
ENV PATH=/opt/lectern/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  HOME=/var/lib/lectern \
  NODE_COMPILE_CACHE=/tmp/lectern-node \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=16384 \
  MALLOC_TRIM_THRESHOLD_=131072
USER 10001:10001
# The site is in .lectern below this, where `lectern` looks.
WORKDIR /var/lib/lectern
VOLUME ["/var/lib/lectern", "/var/backups/lectern"]
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8000/api/health/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The options of Node are those of `npm start`.
ENTRYPOINT ["node", "--expose-gc", "--max-semi-space-size=4", "--heap-growing-percent=50", "--max-old-space-size=512", "/opt/lectern/local/start.js", "--host=0.0.0.0", "--no-demo"]
