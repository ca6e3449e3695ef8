# The images of docker-compose.yaml: the built plugin and the demo service. The host needs only Docker.
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /project
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

FROM packages AS built
COPY . .
RUN npm run build && npm run build:demo

# Copies the plugin to a volume for Grafana, and ends.
FROM busybox:1.37 AS plugin
COPY --from=built /project/dist /plugin
RUN mkdir /handed && chown 65534:65534 /handed
USER 65534:65534
VOLUME /handed
CMD ["sh", "-c", "rm -rf /handed/* && cp -R /plugin/. /handed/"]

FROM node:${NODE_VERSION}-alpine AS demo
WORKDIR /service
# The same folders as in the repository: the script finds the interface's description by its relative path.
COPY --from=built /project/artifacts/demo-service ./
USER 65534:65534
EXPOSE 9400
HEALTHCHECK --interval=2s --timeout=5s --retries=30 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9400/demo"]
ENTRYPOINT ["node", "demo/service/http/main.js", "--host", "0.0.0.0", "--port", "9400", "--strict-port"]
