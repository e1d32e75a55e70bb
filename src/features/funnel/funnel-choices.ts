/** What the form of a funnel offers, and the words of a filter. docs/rules.md#funnel */

import type { Catalogues } from '../../device/useCatalogues.ts'
import { isBroker } from '../../domain/permissions/roles.ts'
import type { SlotFilter } from '../../domain/reports/funnel-slots.ts'
import { rangeText } from '../../domain/reports/period.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { Choice } from '../../ui/IdSelect.tsx'

export interface FunnelChoices {
  readonly teams: readonly Choice[]
  readonly brokers: readonly Choice[]
  readonly channels: readonly Choice[]
  readonly sectors: readonly Choice[]
}

/** A broker is offered itself and its team: the server refuses any other. */
export function choicesOf(user: SessionUser, catalogues: Catalogues | undefined): FunnelChoices {
  const isOwn = isBroker(roleOf(user))
  const teams = (catalogues?.teams ?? []).map(({ id, description }) => ({ id, name: description }))
  const brokers = [...(catalogues?.users.values() ?? [])].filter(({ role_id }) => isBroker(role_id))
  return {
    teams: isOwn ? teams.filter(({ id }) => id === user.technical_team?.id) : teams,
    brokers: isOwn ? [{ id: user.id, name: user.name }] : brokers,
    channels: user.technical_team?.channels ?? [...(catalogues?.channels.values() ?? [])],
    sectors: catalogues?.insuranceRows ?? [],
  }
}

/** Returns 'Bruna · Canal · Auto · 01/10/2026 a 31/10/2026'. */
export function filterWords(filter: SlotFilter, choices: FunnelChoices): string {
  const nameOf = (rows: readonly Choice[], id: number | undefined) =>
    id === undefined ? [] : [rows.find((row) => row.id === id)?.name ?? `Nº ${id}`]
  return [
    ...nameOf(choices.teams, filter.equipe),
    ...nameOf(choices.brokers, filter.corretor),
    ...nameOf(choices.channels, filter.canal),
    ...nameOf(choices.sectors, filter.setor),
    rangeText({ from: filter.de, to: filter.ate }),
  ].join(' · ')
}
