/** The running version, its age, Node and the time zone. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { ageWords, type Found, good, notice, problem } from './found.ts'
import { endsOn, NODE_ENDS } from './life-of-versions.ts'
import type { Grounds, Probe } from './probe.ts'

const OLD_DAYS = 180
/** Builds that can be repeated write no real instant. */
const FIRST_REAL_MS = Date.parse('2020-01-01')

const builtAt = (distDir: string) =>
  stat(join(distDir, 'index.html')).then(
    ({ mtimeMs }) => (mtimeMs > FIRST_REAL_MS ? mtimeMs : null),
    () => null,
  )

export function ageFound(builtMs: number | null, nowMs: number): Found {
  const key = 'app_version'
  const age = builtMs === null ? '' : `, feita há ${ageWords((nowMs - builtMs) / 1000)}`
  const value = `${packageFile.version}${age}`
  return builtMs !== null && nowMs - builtMs > OLD_DAYS * DAY_MS
    ? notice(
        key,
        'Esta versão do Farol tem mais de seis meses.',
        'Veja em CHANGELOG.md o que mudou e atualize: versões novas trazem correções de segurança.',
        { value },
      )
    : good(key, 'Versão do Farol.', { value })
}

export function nodeFound(version: string, nowMs: number): Found {
  const key = 'node_version'
  const end = endsOn(NODE_ENDS, Number(version.split('.')[0]))
  const more = { value: version }
  return end !== null && nowMs > Date.parse(end)
    ? notice(
        key,
        'Esta versão do Node não recebe mais correções de segurança.',
        'Instale a versão LTS atual do Node e reinicie o Farol.',
        more,
      )
    : good(key, 'A versão do Node serve.', more)
}

function zoneFound(): Found {
  const key = 'time_zone'
  try {
    // Farol computes in this zone, whatever the machine's is.
    Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return good(key, 'O Farol usa a hora de São Paulo, seja qual for a da máquina.', {
      value: `máquina em ${timeZone}`,
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return problem(
      key,
      'Este Node não conhece a hora de São Paulo.',
      'Use um Node com os dados completos de fusos (full-icu), como o de nodejs.org.',
    )
  }
}

function uptimeFound({ process: running, now }: Grounds): Found[] {
  if (running === null) return []
  return [good('uptime', 'No ar.', { value: `há ${ageWords((now() - running.startedAt) / 1000)}` })]
}

export const versionProbe: Probe = {
  group: 'version',
  key: 'app_version',
  about: 'as versões',
  look: async (grounds) => [
    ageFound(await builtAt(grounds.config.distDir), grounds.now()),
    nodeFound(process.versions.node, grounds.now()),
    zoneFound(),
    ...uptimeFound(grounds),
  ],
}
