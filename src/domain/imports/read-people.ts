/** Reads lines of 'Usuários' and 'Concessionárias'. docs/rules.md#any-import */
import { isAdministration, isStaff } from '../permissions/roles.ts'
import type { RoleId } from '../session/session-user.ts'
import { phonesOf } from '../spreadsheet/cells.ts'
import type { LineCells } from './line-cells.ts'
import { chosenOne, type Found, type ImportDefaults, type NameFinder, shown } from './names.ts'
import type { PARTNER_LINE_FIELDS, USER_LINE_FIELDS } from './people-fields.ts'
import { mailOf } from './read-client.ts'
import type { PartnerRow, UserRow } from './rows.ts'
import { roleOf } from './words.ts'

export type UserLine = LineCells<(typeof USER_LINE_FIELDS)[number]['name']>
export type PartnerLine = LineCells<(typeof PARTNER_LINE_FIELDS)[number]['name']>

interface Known {
  readonly finder: NameFinder
  readonly defaults: ImportDefaults
}

function roleOfLine({ text, reasons }: UserLine, defaults: ImportDefaults): RoleId | null {
  const written = text('role')
  const fallback = roleOf(String(defaults.role_id ?? ''))
  const role = roleOf(written) ?? (written === '' || defaults.unknown === 'default' ? fallback : null)
  if (role === null) {
    reasons.push(
      written === ''
        ? 'Sem papel: escolha um para as linhas sem papel'
        : `Perfil desconhecido: ‘${shown(written)}’`,
    )
    return null
  }
  // An administrator is made with one's own password: docs/rules.md#own-password
  if (!isAdministration(role)) return role
  reasons.push('Administradores não são importados: crie-os em Usuários')
  return null
}

const SEVERAL = /[;|\n]/u

/** The numbers of the dealerships that a text names, or a reason for each that it does not. */
function partnersOf({ text, reasons }: UserLine, { finder, defaults }: Known): number[] {
  const written = text('partners')
  if (written === '') return defaults.partner_id === null ? [] : [defaults.partner_id]
  const isOne = finder.partner(written).length > 0
  const parts = isOne ? [written] : written.split(SEVERAL.test(written) ? SEVERAL : ',')
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const found = chosenOne({
        label: 'Concessionária',
        text: part,
        found: finder.partner(part),
        fallback: defaults.partner_id,
        unknown: defaults.unknown,
      })
      if ('reason' in found) reasons.push(found.reason)
      return 'reason' in found ? [] : (found.id ?? [])
    })
}

/** Returns the line as a user; null where it is refused: `line.reasons` says why. */
export function readUser(line: UserLine, known: Known): UserRow | null {
  const { text, cell, has, reasons, notes } = line
  const { finder, defaults } = known
  if (!has('name')) reasons.push('Sem nome')
  const mail = mailOf(line)
  if (mail === '') reasons.push(has('mail') ? `E-mail inválido: ‘${shown(text('mail'))}’` : 'Sem e-mail')
  const role = roleOfLine(line, defaults)
  const login = text('login')
  if (/\s/u.test(login)) notes.push('Login com espaços deixado de fora')
  const phones = phonesOf([cell('phone')])
  if (phones.invalid > 0) notes.push('Telefone inválido no arquivo')
  const idOf = (found: Found) => {
    if ('reason' in found) reasons.push(found.reason)
    return 'reason' in found ? null : found.id
  }
  const staff = role !== null && isStaff(role)
  const referrer = role !== null && !isStaff(role)
  const channel = referrer ? text('channel') : ''
  const channel_id = referrer
    ? idOf(
        chosenOne({
          label: 'Canal',
          text: channel,
          found: finder.channel(channel),
          fallback: defaults.channel_id,
          unknown: defaults.unknown,
        }),
      )
    : null
  if (referrer && channel_id === null && channel === '')
    reasons.push('Sem canal: escolha um em ‘Canal, se faltar’')
  const team = staff ? text('team') : ''
  const technical_team_id = idOf(
    chosenOne({
      label: 'Equipe técnica',
      text: team,
      found: finder.team(team),
      fallback: null,
      unknown: 'refuse',
    }),
  )
  const partner_ids = [...new Set(partnersOf(line, known))]
  if (role === null || reasons.length > 0) return null
  return {
    name: text('name'),
    mail,
    login: /\s/u.test(login) ? '' : login,
    phone: phones.cellphone || phones.phone,
    role_id: role,
    channel_id,
    partner_ids,
    technical_team_id,
    notes: notes.filter((note) => note !== 'E-mail inválido no arquivo'),
  }
}

/** Returns the line as a dealership; null where it is refused: `line.reasons` says why. */
export function readPartner({ text, reasons, notes }: PartnerLine): PartnerRow | null {
  const name = text('name')
  if (name === '') reasons.push('Sem nome')
  return reasons.length > 0 ? null : { name, code_wf: text('code') || null, notes }
}
