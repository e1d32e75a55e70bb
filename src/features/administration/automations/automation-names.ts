/** Names and choices of an automation's form, and what of it is gone. docs/rules.md#automations */
import type { Automation } from '../../../contract/administration/automations.ts'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { AutomationNames } from '../../../domain/automations/sentence.ts'
import type { MessageTemplate } from '../../../domain/catalogue/catalogue.ts'
import { isBroker } from '../../../domain/permissions/roles.ts'
import type { Choice } from '../../../ui/IdSelect.tsx'

/** From the device's catalogues, so that a sentence is told without a network. */
export const namesFrom = (
  catalogues: Catalogues | undefined,
  templates: readonly MessageTemplate[],
): AutomationNames => ({
  channel: (id) => catalogues?.channels.get(id)?.name ?? null,
  insurance: (id) => catalogues?.insurances.get(id) ?? null,
  partner: (id) => catalogues?.partners.get(id) ?? null,
  broker: (id) => catalogues?.users.get(id)?.name ?? null,
  template: (id) => templates.find((row) => row.id === id)?.name ?? null,
})

type Chosen = 'channels' | 'insurances' | 'partners' | 'brokers'

/** What may be chosen; what is chosen already stays by its number. */
export function choicesFrom(catalogues: Catalogues | undefined): Readonly<Record<Chosen, readonly Choice[]>> {
  if (catalogues === undefined) return { channels: [], insurances: [], partners: [], brokers: [] }
  const named = (names: ReadonlyMap<number, string>) => [...names].map(([id, name]) => ({ id, name }))
  return {
    channels: [...catalogues.channels.values()],
    insurances: named(catalogues.insurances),
    partners: [...catalogues.partnerRows.values()].filter(({ active }) => active),
    brokers: [...catalogues.users.values()].filter(({ active, role_id }) => active && isBroker(role_id)),
  }
}

const KINDS = {
  channel: ['O canal', 'não está mais em uso'],
  insurance: ['O seguro', 'não existe mais'],
  partner: ['A concessionária', 'não está mais em uso'],
  broker: ['O corretor', 'não está mais ativo'],
  template: ['O modelo de mensagem', 'não está mais em uso'],
} as const satisfies Record<Automation['missing'][number]['kind'], readonly [string, string]>

/** Returns 'O corretor Davi não está mais ativo.' for each that is gone. */
export const missingWords = ({ missing }: Pick<Automation, 'missing'>): string[] =>
  missing.map(({ kind, id, name }) => {
    const [what, gone] = KINDS[kind]
    return name === null ? `${what} nº ${id} não existe mais.` : `${what} ${name} ${gone}.`
  })
