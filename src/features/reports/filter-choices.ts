/** What the controls of a report's filter offer, from the catalogues of the mirror, and the names of what they chose. */

import type { Catalogues } from '../../device/useCatalogues.ts'
import { isDealership } from '../../domain/permissions/roles.ts'
import type { NameOf } from '../../domain/reports/filter-words.ts'
import { recordsOf } from '../../domain/reports/filters.ts'
import type { FilterField } from '../../domain/reports/report.ts'
import type { ReportFilter } from '../../domain/reports/search.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { Choice } from '../../ui/IdSelect.tsx'

/** What a control offers. A dealership chooses among its own partners, a broker among the channels of its team. */
export function choicesOf(
  { kind, choices }: FilterField,
  user: SessionUser,
  catalogues: Catalogues | undefined,
): readonly (Choice & { readonly role_id?: number; readonly renewal?: boolean })[] {
  if (choices !== undefined) return choices
  switch (recordsOf(kind)) {
    case 'partners':
      return isDealership(roleOf(user)) ? user.partners : [...(catalogues?.partnerRows.values() ?? [])]
    case 'insurances':
      return catalogues?.insuranceRows ?? []
    case 'users':
      return [...(catalogues?.users.values() ?? [])]
    case 'teams':
      return (catalogues?.teams ?? []).map(({ id, description }) => ({ id, name: description }))
    case 'channels':
      return (
        user.technical_team?.channels.map((channel) => catalogues?.channels.get(channel.id) ?? channel) ?? [
          ...(catalogues?.channels.values() ?? []),
        ]
      )
    default:
      return []
  }
}

/** Returns the names of what a filter chose: in the head of a sheet, and on paper. */
export const chosenNames =
  (user: SessionUser, catalogues: Catalogues | undefined, { nome }: ReportFilter): NameOf =>
  (field, id) =>
    field.kind === 'cliente' ? nome : choicesOf(field, user, catalogues).find((row) => row.id === id)?.name
