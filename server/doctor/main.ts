/**
 * `npm run doctor` says what is configured, reachable, old, too open, full or late, each with what to do. It changes
 * nothing, and ends with 1 where there is a problem. docs/operations.md#doctor
 */
import { parseArgs } from 'node:util'
import type { Finding } from '../../src/contract/administration/findings.ts'
import { wallNow } from '../base/clock/machine.ts'
import { type Config, ConfigError, readConfig } from '../base/config.ts'
import { asCommand } from '../context/as-command.ts'
import { examine } from './grounds.ts'
import { reportText } from './report.ts'

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
