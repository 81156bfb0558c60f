# syntax=docker/dockerfile:1
# One image for all processes: `docker run IMAGE api|worker|setup|reconcile|admin-key`. A release names both bases by their
# digests: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… --build-arg DEBIAN_IMAGE=debian:bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/package.json tools/
RUN npm ci
COPY . .
# The console; then only what a process on this platform reads. The workflow bundle is named by the packages that are left.
RUN npm run --silent build:console \
  && npm prune --omit=dev \
  && npm run --silent slim \
  && find console -mindepth 1 -maxdepth 1 ! -name dist -exec rm -r {} + \
  && rm -r tools \
  && npm run --silent build
# A process that strips types from its own code stays 20 MB larger for it, so sources without types are part of the image.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN npm run --silent build:sources \
  && for program in api worker; do \
    DATABASE_URL=postgres://build TEMPORAL_ADDRESS=build:7233 OPENAI_API_KEY=build \
    SECRETS_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= \
    infra/deploy/marketwright.ts "$program" --check; \
  done \
  # The authorities that Node trusts, for Temporal's core, which reads those of the system.
  && node -e "require('node:fs').writeFileSync('/authorities.pem', require('node:tls').rootCertificates.join('\\n'))"

FROM ${DEBIAN_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Marketwright" \
  org.opencontainers.image.description="Marketing content and marketplace presence of partners, durable on Temporal." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /authorities.pem /etc/ssl/certs/ca-certificates.crt
COPY --from=build /app /app
RUN ln -s /app/infra/deploy/marketwright.ts /usr/local/bin/marketwright
# Nothing is written but temporary files, so the root may be read-only.
USER 10001:10001
EXPOSE 8080 8081 9464 9465
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["marketwright", "healthcheck"]
ENTRYPOINT ["marketwright"]
CMD ["api"]
