/** The dashboard and the alerts of `deploy` ask for metrics that the server has: docs/operations.md#health-and-metrics. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { addBackupGauge } from '../../../server/backup/runs.ts'
import { addSyncGauges } from '../../../server/sync/sync-gauges.ts'
import { openEmbedded } from '../support/embedded-image.ts'
import { house } from '../support/people.ts'
import { startServer } from '../support/server.ts'

/** Prometheus' own. */
const ELSEWHERE = ['up']

/** The names before `{`, without the endings of a histogram. Names of functions are followed by a bracket. */
const namesIn = (text: string) =>
  [...text.matchAll(/\b([a-z][a-z0-9_]*)\{/gu)].map(([, name = '']) =>
    name.replace(/_(bucket|count|sum)$/u, ''),
  )

test('each metric of the dashboard and of the alerts is one of the server', async () => {
  const store = await openEmbedded()
  await house(store)
  const server = await startServer(store)
  addBackupGauge(server.context.metrics.registry, store, { isExpected: true })
  addSyncGauges(server.context.metrics.registry, server.context.rounds)
  const { body } = await server.app.inject({ url: '/metrics' })
  await server.stop()
  await store.close()
  const present = [...body.matchAll(/^# TYPE (\S+)/gmu)].map(([, name = '']) => name)
  const known = new Set([...ELSEWHERE, ...present])

  const alerts = namesIn((await readFile('deploy/alerts.yaml', 'utf8')).replaceAll(/\{\{.*?\}\}/gu, ''))
  const shown = namesIn((await readFile('deploy/grafana.json', 'utf8')).replaceAll(/\{\{.*?\}\}/gu, ''))
  expect(alerts.length).toBeGreaterThanOrEqual(6)
  expect([...new Set([...alerts, ...shown])].filter((name) => !known.has(name))).toEqual([])
})
