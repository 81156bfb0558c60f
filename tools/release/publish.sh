#!/usr/bin/env bash
# Publishes the image of a released version: tools/release/publish.sh REGISTRY/NAME
# Builds it on bases named by their digests, pushes it with its provenance, signs it and attests its bill of materials, all by the
# digest of what was pushed. Needs docker with buildx (a builder that keeps attestations), cosign, and a login to the registry.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

image=${1:?usage: tools/release/publish.sh REGISTRY/NAME}
version=$(node -p 'JSON.parse(require("node:fs").readFileSync("package.json")).version')
revision=$(git rev-parse HEAD)

refuse() {
  echo "Not published: $1" >&2
  exit 1
}
git tag --points-at HEAD | grep -Fx "v$version" > /dev/null || refuse "this commit has no tag v$version."
[[ -z $(git status --porcelain) ]] || refuse 'the working tree has changes.'
grep -q "^## $version\( \|\$\)" CHANGELOG.md || refuse "CHANGELOG.md has no section $version."

with_digest() {
  echo "$1@$(docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}')"
}
node_image=$(with_digest node:24-bookworm-slim)
debian_image=$(with_digest debian:bookworm-slim)

npm run --silent sbom
docker buildx build . --platform linux/amd64 --push --provenance=mode=max --sbom=false \
  --tag "$image:$version" --metadata-file dist/image.json \
  --build-arg NODE_IMAGE="$node_image" --build-arg DEBIAN_IMAGE="$debian_image" \
  --build-arg VERSION="$version" --build-arg REVISION="$revision"
digest=$(node -p 'JSON.parse(require("node:fs").readFileSync("dist/image.json"))["containerimage.digest"]')
[[ $digest == sha256:* ]] || refuse 'the build names no digest.'

cosign sign --yes "$image@$digest"
cosign attest --yes --type cyclonedx --predicate dist/sbom.cdx.json "$image@$digest"
echo "digest=$digest"
[[ -z ${GITHUB_OUTPUT:-} ]] || echo "digest=$digest" >> "$GITHUB_OUTPUT"
