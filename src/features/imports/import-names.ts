/** What lines of a file may name, from the device's catalogues. */
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { ImportNames } from '../../domain/imports/names.ts'

const entries = (names: ReadonlyMap<number, string>) => [...names].map(([id, name]) => ({ id, name }))

export const importNames = (catalogues: Catalogues): ImportNames => ({
  users: [...catalogues.users.values()].map(({ id, name, login, email, role_id, active, signs_in }) => ({
    id,
    name,
    login,
    email,
    role_id,
    active,
    signs_in,
  })),
  partners: [...catalogues.partnerRows.values()].map(({ id, name, code_wf }) => ({ id, name, code_wf })),
  channels: [...catalogues.channels.values()].map(({ id, name }) => ({ id, name })),
  insurances: entries(catalogues.insurances),
  lost_reasons: entries(catalogues.lostSales),
  teams: catalogues.teams.map(({ id, description }) => ({ id, name: description })),
})
