/**
 * `npm run doctor` says what is configured, reachable, old, too open, full or late, each with what to do. It changes
 * nothing, and ends with 1 where there is a problem. docs/operations.md#doctor
 */
import { parseArgs } from 'node:util'
import {
  countWords,
  FINDING_GROUPS,
  type Finding,
  type FindingState,
} from '../../src/contract/administration/findings.ts'
import { formatDateTime } from '../../src/domain/time/sao-paulo.ts'
import { wallNow } from '../base/clock/machine.ts'
import { type Config, ConfigError, readConfig } from '../base/config.ts'
import { asCommand } from '../context/as-command.ts'
import { examine } from './grounds.ts'

function wrongConfig({ message }: ConfigError): Finding {
  const to_do = 'Corrija as variáveis do ambiente: o Farol não inicia assim. docs/settings.md tem todas.'
  return { key: 'config', group: 'access', state: 'problem', what: message, to_do, value: null }
}

function configOrFinding(): Config | Finding {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return wrongConfig(error)
    throw error
  }
}

/** Of one width, and readable without colours. */
const STATE_WORDS: Readonly<Record<FindingState, string>> = {
  good: 'ok      ',
  notice: 'AVISO   ',
  problem: 'PROBLEMA',
}

function linesOf({ state, what, value, to_do }: Finding): string[] {
  const fact = `  ${STATE_WORDS[state]}  ${what}${value === null ? '' : ` [${value}]`}`
  return to_do === null ? [fact] : [fact, `            O que fazer: ${to_do}`]
}

/** Returns the findings as a person reads them on a terminal: the groups that have some, each with its lines. */
function reportText(findings: readonly Finding[], nowMs: number): string {
  const groups = Object.entries(FINDING_GROUPS).flatMap(([group, label]) => {
    const own = findings.filter((finding) => finding.group === group)
    return own.length === 0 ? [] : [[label, ...own.flatMap(linesOf)].join('\n')]
  })
  return [`Saúde do Farol em ${formatDateTime(nowMs)}`, ...groups, `Ao todo: ${countWords(findings)}.`].join(
    '\n\n',
  )
}

async function main(): Promise<string> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const config = configOrFinding()
  const findings = 'key' in config ? [config] : await examine(config)
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1
  const nowMs = wallNow()
  return values.json
    ? JSON.stringify({ looked_at: new Date(nowMs).toISOString(), findings }, null, 2)
    : reportText(findings, nowMs)
}

await asCommand(main)
