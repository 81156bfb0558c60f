{{/* Names, labels, and what all pods share. */}}

{{- define "marketwright.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) -}}
{{- $name | trunc 34 | trimSuffix "-" -}}
{{- end -}}

{{- define "marketwright.imageTag" -}}
{{- .Values.image.tag | default .Chart.AppVersion -}}
{{- end -}}

{{- define "marketwright.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (include "marketwright.imageTag" .) -}}
{{- end -}}
{{- end -}}

{{/* What selects the pods of a component: never changes between versions. */}}
{{- define "marketwright.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "marketwright.labels" -}}
{{ include "marketwright.selector" . }}
app.kubernetes.io/version: {{ include "marketwright.imageTag" .root | trunc 63 | trimAll "._-" | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimAll "._-" }}
{{- end -}}

{{/* The build id of workers, and the same as a part of names and labels. Empty without versions of workers. */}}
{{- define "marketwright.buildId" -}}
{{- if .Values.workerVersioning.enabled -}}
{{- .Values.workerVersioning.buildId | default (include "marketwright.imageTag" .) -}}
{{- end -}}
{{- end -}}
{{/* Two builds that begin alike have Deployments of their own, too: else the second would replace the workers of the first. */}}
{{- define "marketwright.buildName" -}}
{{- $id := include "marketwright.buildId" . -}}
{{- $name := regexReplaceAll "[^a-z0-9]+" (lower $id) "-" | trimAll "-" -}}
{{- if gt (len $name) 20 -}}
{{- $name = printf "%s-%s" ($name | trunc 11 | trimSuffix "-") (sha256sum $id | trunc 8) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{- define "marketwright.host" -}}
{{- regexReplaceAll ":[0-9]+$" (urlParse .Values.publicUrl).host "" -}}
{{- end -}}

{{- define "marketwright.temporalPort" -}}
{{- regexFind "[0-9]+$" .Values.temporal.address -}}
{{- end -}}

{{- define "marketwright.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "marketwright.fullname" .) -}}
{{- end -}}

{{/* The name of a group of workers, of its own for each build where versions are on: at most 63 characters, since KEDA makes it a label. */}}
{{- define "marketwright.workerName" -}}
{{- $build := include "marketwright.buildName" .root -}}
{{- $name := printf "%s-worker-%s%s" (include "marketwright.fullname" .root) .group (ternary (printf "-%s" $build) "" (ne $build "")) -}}
{{- if gt (len $name) 63 -}}
{{- $name = printf "%s-%s" ($name | trunc 54 | trimSuffix "-") (sha256sum $name | trunc 8) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{/* The settings of a process in JSON: its own win over those of all, also false, 0 and an empty text, which `merge` passes over. */}}
{{- define "marketwright.settings" -}}
{{- $all := deepCopy .root.Values.settings -}}
{{- range $name, $value := .settings | default dict }}{{ $_ := set $all $name $value }}{{ end -}}
{{- toJson $all -}}
{{- end -}}

{{/* Names of secrets that a process reads, as a list in JSON: setup asks no AI and no gateway, a rollout only Temporal. */}}
{{- define "marketwright.secretNames" -}}
{{- $component := .component -}}
{{- $some := dict "setup" (list "DATABASE_URL" "DATABASE_DIRECT_URL" "SECRETS_KEY" "TEMPORAL_API_KEY") "rollout" (list "TEMPORAL_API_KEY") -}}
{{- $names := list -}}
{{- range $name, $secret := .root.Values.secrets -}}
{{- if and $secret (or (not (hasKey $some $component)) (has $name (get $some $component))) -}}
{{- $names = append $names $name -}}
{{- end -}}
{{- end -}}
{{- $names | toJson -}}
{{- end -}}

{{/* The environment of a process: `settings` win over those of all processes. Sorted by name. */}}
{{- define "marketwright.environment" -}}
{{- $values := .root.Values -}}
{{- $env := dict "PUBLIC_URL" $values.publicUrl "TEMPORAL_ADDRESS" $values.temporal.address "TEMPORAL_NAMESPACE" $values.temporal.namespace -}}
{{- range $name, $value := include "marketwright.settings" . | fromJson -}}
{{- /* Numbers of values are floats, which would be written as 2.147483648e+09. */ -}}
{{- $isWhole := and (kindIs "float64" $value) (eq (floor $value) (float64 $value)) -}}
{{- $_ := set $env $name (ternary (int64 $value | toString) ($value | toString) $isWhole) -}}
{{- end -}}
{{- range $name := include "marketwright.secretNames" . | fromJsonArray -}}
{{- $_ := set $env (printf "%s_FILE" $name) (printf "/run/secrets/marketwright/%s" $name) -}}
{{- end -}}
{{- with $values.temporal.uiUrl }}{{ $_ := set $env "TEMPORAL_UI_URL" . }}{{ end -}}
{{- with $values.temporal.tls -}}
{{- if .enabled }}{{ $_ := set $env "TEMPORAL_TLS" "true" }}{{ end -}}
{{- with .serverName }}{{ $_ := set $env "TEMPORAL_TLS_SERVER_NAME" . }}{{ end -}}
{{- if .authority.existingSecret }}{{ $_ := set $env "TEMPORAL_TLS_SERVER_CA_CERT_PATH" "/run/secrets/temporal/ca.crt" }}{{ end -}}
{{- if .client.existingSecret -}}
{{- $_ := set $env "TEMPORAL_TLS_CLIENT_CERT_PATH" "/run/secrets/temporal/tls.crt" -}}
{{- $_ := set $env "TEMPORAL_TLS_CLIENT_KEY_PATH" "/run/secrets/temporal/tls.key" -}}
{{- end -}}
{{- end -}}
{{- if $values.authorities.existingConfigMap }}{{ $_ := set $env "NODE_EXTRA_CA_CERTS" "/etc/marketwright-authorities/ca.crt" }}{{ end -}}
{{- if has .component (list "api" "worker") -}}
{{- $_ := set $env "HOST" $values.listenAddress -}}
{{- $_ := set $env "METRICS_HOST" $values.listenAddress -}}
{{- range $name, $key := $values.files.keys -}}
{{- $_ := set $env $name (printf "/etc/marketwright/%s" $key) -}}
{{- end -}}
{{- end -}}
{{- if eq .component "api" -}}
{{- with $values.trustedProxies }}{{ $_ := set $env "TRUSTED_PROXIES" (join "," .) }}{{ end -}}
{{- end -}}
{{- if eq .component "worker" -}}
{{- $_ := set $env "WORKER_QUEUES" (join "," .queues) -}}
{{- with include "marketwright.buildId" .root }}{{ $_ := set $env "WORKER_BUILD_ID" . }}{{ end -}}
{{- end -}}
{{- range $name, $value := $env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end -}}
{{- end -}}

{{- define "marketwright.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if include "marketwright.secretNames" . | fromJsonArray }}
- { name: secrets, mountPath: /run/secrets/marketwright, readOnly: true }
{{- end }}
{{- with .root.Values.temporal.tls }}
{{- if or .authority.existingSecret .client.existingSecret }}
- { name: temporal-tls, mountPath: /run/secrets/temporal, readOnly: true }
{{- end }}
{{- end }}
{{- if and (has .component (list "api" "worker")) .root.Values.files.existingConfigMap }}
- { name: files, mountPath: /etc/marketwright, readOnly: true }
{{- end }}
{{- if .root.Values.authorities.existingConfigMap }}
- { name: authorities, mountPath: /etc/marketwright-authorities, readOnly: true }
{{- end }}
{{- end -}}

{{- define "marketwright.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: {{ index .resources.limits "ephemeral-storage" | default "256Mi" }} }
{{- if include "marketwright.secretNames" . | fromJsonArray }}
- name: secrets
  projected:
    # 0440; written so, readers of YAML differ.
    defaultMode: 288
    sources:
      {{- range $name := include "marketwright.secretNames" . | fromJsonArray }}
      {{- $secret := index $.root.Values.secrets $name }}
      - secret: { name: {{ $secret.existingSecret | quote }}, items: [{ key: {{ $secret.key | quote }}, path: {{ $name }} }] }
      {{- end }}
{{- end }}
{{- with .root.Values.temporal.tls }}
{{- if or .authority.existingSecret .client.existingSecret }}
- name: temporal-tls
  projected:
    # 0440; written so, readers of YAML differ.
    defaultMode: 288
    sources:
      {{- with .authority }}
      {{- if .existingSecret }}
      - secret: { name: {{ .existingSecret | quote }}, items: [{ key: {{ .key | quote }}, path: ca.crt }] }
      {{- end }}
      {{- end }}
      {{- with .client }}
      {{- if .existingSecret }}
      - secret:
          name: {{ .existingSecret | quote }}
          items: [{ key: {{ .certificateKey | quote }}, path: tls.crt }, { key: {{ .privateKeyKey | quote }}, path: tls.key }]
      {{- end }}
      {{- end }}
{{- end }}
{{- end }}
{{- if and (has .component (list "api" "worker")) .root.Values.files.existingConfigMap }}
- name: files
  configMap: { name: {{ .root.Values.files.existingConfigMap | quote }} }
{{- end }}
{{- with .root.Values.authorities }}
{{- if .existingConfigMap }}
- name: authorities
  configMap: { name: {{ .existingConfigMap | quote }}, items: [{ key: {{ .key | quote }}, path: ca.crt }] }
{{- end }}
{{- end }}
{{- end -}}

{{/* The restricted Pod Security Standard, for pods and their containers. */}}
{{- define "marketwright.podSecurity" -}}
automountServiceAccountToken: false
# Variables of Kubernetes for other services could be taken for settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "marketwright.containerSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  privileged: false
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "marketwright.placement" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- with .Values.pods.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pods.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pods.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- end -}}

{{/* Over zones and machines, as evenly as there is room. `labels` select the pods. */}}
{{- define "marketwright.spread" -}}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels: {{ $.labels | nindent 8 }}
  {{- end }}
{{- end -}}

{{/* A HorizontalPodAutoscaler by CPU: `autoscaling`, `name`, `metadata`. */}}
{{- define "marketwright.cpuAutoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {{ .metadata | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .name }} }
  minReplicas: {{ .autoscaling.minReplicas }}
  maxReplicas: {{ .autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .autoscaling.targetCPUUtilizationPercentage }} }
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end -}}

{{/* What scales by itself, by its place in the values, in JSON. */}}
{{- define "marketwright.autoscalers" -}}
{{- $found := dict "api" .Values.api.autoscaling -}}
{{- range $group, $worker := .Values.workers }}{{ if $worker }}{{ $_ := set $found (printf "workers.%s" $group) $worker.autoscaling }}{{ end }}{{ end -}}
{{- range $where, $autoscaling := $found }}{{ if eq $autoscaling.kind "none" }}{{ $_ := unset $found $where }}{{ end }}{{ end -}}
{{- toJson $found -}}
{{- end -}}

{{/* Stops the rendering where values contradict each other in a way that their schema cannot say. */}}
{{- define "marketwright.validate" -}}
{{- $values := .Values -}}
{{- $served := list -}}
{{- range $group, $worker := $values.workers -}}
{{- if $worker -}}
{{- $served = concat $served $worker.queues -}}
{{- if and (eq $worker.autoscaling.kind "temporal") $values.temporal.tls.enabled (not $values.temporal.tls.client.existingSecret) (not $values.secrets.TEMPORAL_API_KEY) -}}
{{- fail (printf "workers.%s.autoscaling.kind: KEDA speaks TLS with Temporal only with a client certificate or an API key; use cpu." $group) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $queue := list "mw-main" "mw-ai" "mw-ai-sandbox" "mw-embeddings" "mw-seo" "mw-webhooks" "mw-knowledge" "mw-mail" -}}
{{- if not (or (has $queue $served) $values.workerVersioning.controller) }}{{ fail (printf "workers: no group serves the queue %s; its work would wait for ever." $queue) }}{{ end -}}
{{- end -}}
{{- range $where, $autoscaling := include "marketwright.autoscalers" . | fromJson -}}
{{- if gt $autoscaling.minReplicas $autoscaling.maxReplicas -}}
{{- fail (printf "%s.autoscaling: minReplicas is above maxReplicas." $where) -}}
{{- end -}}
{{- end -}}
{{- if and (or $values.ingress.enabled $values.gateway.enabled) (not $values.trustedProxies) -}}
{{- fail "trustedProxies: name the addresses of your proxies; without it all callers count as one address." -}}
{{- end -}}
{{- if not (or $values.secrets.OPENAI_API_KEY $values.settings.OPENAI_BASE_URL $values.settings.AI_PROVIDER) -}}
{{- fail "There is no AI provider: name secrets.OPENAI_API_KEY, or settings.OPENAI_BASE_URL for one that needs no key." -}}
{{- end -}}
{{- if and $values.files.keys (not $values.files.existingConfigMap) -}}
{{- fail "files.existingConfigMap: name the ConfigMap that has the files of files.keys." -}}
{{- end -}}
{{- if and $values.workerVersioning.enabled $values.workerVersioning.controller -}}
{{- fail "workerVersioning: either the chart makes the workers of each build (enabled), or Temporal's Worker Controller does (controller)." -}}
{{- end -}}
{{- if and $values.workerVersioning.enabled $values.image.digest (not $values.image.tag) (not $values.workerVersioning.buildId) -}}
{{- fail "workerVersioning.buildId: a digest says no version; name the build id, or image.tag beside the digest." -}}
{{- end -}}
{{- end -}}

{{/* What KEDA needs of the Secrets to ask Temporal; empty where nothing. */}}
{{- define "marketwright.temporalCredentials" -}}
{{- with .Values.secrets.TEMPORAL_API_KEY -}}
- { parameter: apiKey, name: {{ .existingSecret | quote }}, key: {{ .key | quote }} }
{{ end -}}
{{- with .Values.temporal.tls -}}
{{- if .client.existingSecret -}}
- { parameter: cert, name: {{ .client.existingSecret | quote }}, key: {{ .client.certificateKey | quote }} }
- { parameter: key, name: {{ .client.existingSecret | quote }}, key: {{ .client.privateKeyKey | quote }} }
{{ end -}}
{{- if .authority.existingSecret -}}
- { parameter: ca, name: {{ .authority.existingSecret | quote }}, key: {{ .authority.key | quote }} }
{{ end -}}
{{- end -}}
{{- end -}}

{{- define "marketwright.dnsEgress" -}}
- ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
  {{- with .Values.networkPolicy.dns.to }}
  to: {{ toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* PostgreSQL and Temporal. */}}
{{- define "marketwright.storesEgress" -}}
- ports:
    {{- range .Values.networkPolicy.postgres.ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .Values.networkPolicy.postgres.to }}
  to: {{ toYaml . | nindent 4 }}
  {{- end }}
- ports: [{ protocol: TCP, port: {{ include "marketwright.temporalPort" . }} }]
  {{- with .Values.networkPolicy.temporal.to }}
  to: {{ toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
