/** What 'Configurações' asks, answered by the scripted peer: settings that devices mirror, and an empty house beside them. */
import { findingsRoute } from '../../../src/contract/administration/findings.ts'
import { mailFilesRoute } from '../../../src/contract/administration/mail-files.ts'
import {
  integrationsRoute,
  settingsBodySchema,
  updateSettingsRoute,
} from '../../../src/contract/administration/settings.ts'
import { wholeExportRoute } from '../../../src/contract/export.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import type { Peer } from './peer.ts'
import { Refused } from './refused.ts'

const text = (value: unknown) => JSON.stringify(value)

export class KeptSettings {
  readonly #peer: Peer
  readonly #values: Record<string, unknown> = { ...settingsFrom([]) }

  constructor(peer: Peer) {
    this.#peer = peer
    peer.answers(findingsRoute, { looked_at: '2026-11-18T13:00:00.000Z', findings: [] })
    peer.answers(wholeExportRoute, { export: null })
    peer.answers(mailFilesRoute, { data: [], meta: { total: 0, days: 7 } })
    peer.answers(integrationsRoute, [
      {
        name: 'mail',
        label: 'Servidor de e-mail',
        variables: ['MAIL_URL', 'MAIL_FROM'],
        configured: false,
        otherwise: 'Cada mensagem vira um arquivo.',
      },
    ])
    peer.answersBy(updateSettingsRoute, ({ body }) => {
      const { base = {}, ...changes } = settingsBodySchema.parse(body)
      for (const [key, value] of Object.entries(base))
        if (text(value) !== text(this.#values[key]))
          throw new Refused({
            status: 409,
            code: 'conflict',
            message: `'${key}' foi alterado por outra pessoa e agora é ${text(this.#values[key])}.`,
          })
      this.change(changes)
      return settingsFrom(this.rows)
    })
  }

  get rows(): { key: string; value: unknown }[] {
    return Object.entries(this.#values).map(([key, value]) => ({ key, value }))
  }

  /** Changes settings as a colleague does. No device hears of it before its next pull. */
  change(changes: Readonly<Record<string, unknown>>): void {
    const { catalogues } = this.#peer.server
    for (const [key, value] of Object.entries(changes)) {
      this.#values[key] = value
      const place = catalogues.findIndex(({ kind, id }) => kind === 'setting' && id === key)
      const row = { kind: 'setting', id: key, version: 2, value: { key, value } }
      catalogues.splice(place === -1 ? catalogues.length : place, 1, row)
    }
  }
}
