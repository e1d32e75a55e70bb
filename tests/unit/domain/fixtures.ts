/** Leads, clients, users and a calendar for tests. A test passes only the fields that matter to it. */
import type { Client } from '../../../src/domain/client/client.ts'
import { FRESH_LEAD } from '../../../src/domain/lead/fields.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { RoleId, SessionUser } from '../../../src/domain/session/session-user.ts'
import { type Settings, settingsFrom } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'

export const settings: Settings = settingsFrom([])
export const calendar = businessCalendar(settings.business_hours)

/** Returns epoch ms of a local time in São Paulo (UTC-3, as since 2019). */
export const at = (local: string) => Date.parse(`${local}-03:00`)
export const iso = (local: string) => new Date(at(local)).toISOString()

/** Wednesday, 18 November 2026, 10:00 in São Paulo. */
export const NOW = at('2026-11-18T10:00:00')

export const aLead = (changes: Partial<Lead> = {}): Lead => ({
  ...FRESH_LEAD,
  uid: 'lead-1',
  id: 1,
  version: 1,
  channel_id: 1,
  insurance_id: 1,
  client_uid: 'client-1',
  client_name: 'Ana Souza',
  client_cpf: '52998224725',
  client_cellphone: '11987654321',
  client_phone: '',
  backup_car: 0,
  pague_menos: 0,
  seguro_conteudo: 0,
  create_lead_date: iso('2026-11-18T09:30:00'),
  ...changes,
})

export function aClient(changes: Partial<Client> = {}): Client {
  return {
    uid: 'client-1',
    id: 1,
    version: 1,
    name: 'Ana Souza',
    phone: '',
    cellphone: '11987654321',
    mail: '',
    cpf: '52998224725',
    rg: '',
    birth_date: null,
    no_messages_since: null,
    address: { cep: '', street: '', number: '', comp: '', district: '', city: '', state: '' },
    ...changes,
  }
}

export const ROLES: readonly RoleId[] = [1, 2, 3, 4, 5, 6, 7]

export function aUser(role: RoleId, changes: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 10,
    name: 'Bia Lima',
    login: 'bia',
    email: 'bia@exemplo.com.br',
    phone: '11987654321',
    roles: [{ id: role, name: `Papel ${role}` }],
    channel_id: 1,
    channel: { id: 1, name: 'Interno' },
    partners: [],
    technical_team: null,
    ...changes,
  }
}

/** A text with plain blanks in place of those that keep a number and its unit together. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
