/** The metrics of `/metrics`, in Prometheus' text format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'method' | 'route' | 'status'>
  readonly statements: Histogram<'method' | 'route'>
  readonly logins: Counter<'outcome'>
  readonly securityEvents: Counter<'event'>
  readonly commands: Counter<'command' | 'outcome'>
  readonly externalIndications: Counter<'outcome'>
  readonly pulledRows: Counter<'table'>
  readonly rounds: Counter
  readonly pulls: Counter<'from'>
  readonly eventStreams: Gauge
  readonly assistantAnswers: Counter<'persona' | 'outcome'>
  readonly pushes: Counter<'outcome'>
  readonly webhooks: Counter<'outcome'>
  readonly reportsFromPrimary: Counter
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'farol_http_request_seconds',
      help: 'Duration of requests by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    statements: new Histogram({
      name: 'farol_http_request_statements',
      help: 'Statements of the database of a request by route',
      labelNames: ['method', 'route'],
      buckets: [1, 2, 5, 10, 20, 50, 100, 300],
      registers,
    }),
    logins: new Counter({
      name: 'farol_logins_total',
      help: 'Attempts to sign in by outcome: accepted, refused, limited',
      labelNames: ['outcome'],
      registers,
    }),
    securityEvents: new Counter({
      name: 'farol_security_events_total',
      help: 'Lines of the security log by event',
      labelNames: ['event'],
      registers,
    }),
    commands: new Counter({
      name: 'farol_commands_total',
      help: 'Commands by outcome',
      labelNames: ['command', 'outcome'],
      registers,
    }),
    externalIndications: new Counter({
      name: 'farol_external_indications_total',
      help: 'Calls of the page without login by outcome: accepted, opened, or why they were refused',
      labelNames: ['outcome'],
      registers,
    }),
    pulledRows: new Counter({
      name: 'farol_pulled_rows_total',
      help: 'Rows sent by pulls',
      labelNames: ['table'],
      registers,
    }),
    rounds: new Counter({
      name: 'farol_sync_rounds_total',
      help: 'Statements that answered what waiting requests ask first',
      registers,
    }),
    pulls: new Counter({
      name: 'farol_sync_pulls_total',
      help: 'Pulled pages by where they came from: memory or database',
      labelNames: ['from'],
      registers,
    }),
    assistantAnswers: new Counter({
      name: 'farol_assistant_answers_total',
      help: 'Answers of the assistant by persona and outcome',
      labelNames: ['persona', 'outcome'],
      registers,
    }),
    pushes: new Counter({
      name: 'farol_pushes_total',
      help: 'Tries to push a notice by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    webhooks: new Counter({
      name: 'farol_webhooks_total',
      help: 'Tries to send an event to another system by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    reportsFromPrimary: new Counter({
      name: 'farol_reports_from_primary_total',
      help: 'Reads of reports from the primary, because the replica did not serve',
      registers,
    }),
    eventStreams: new Gauge({ name: 'farol_event_streams', help: 'Open event streams', registers }),
  }
}

const REFUSED = ['refused', 'given_up']

/** Returns how many notices the push services refused, or were not there for, since the start. */
export async function refusedPushes({ pushes }: Pick<Metrics, 'pushes'>): Promise<number> {
  const { values } = await pushes.get()
  return values
    .filter(({ labels }) => REFUSED.includes(String(labels.outcome)))
    .reduce((sum, { value }) => sum + value, 0)
}
