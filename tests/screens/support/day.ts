/** 'Meu dia' in mounted tests: a broker's four leads at 10:00, and the parts of the screen. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { aClient, iso } from '../../unit/domain/fixtures.ts'
import { openApp } from './app.tsx'
import { ownLead } from './own-lead.ts'

export const now = page.getByRole('region', { name: 'Agora' })
export const next = page.getByRole('region', { name: 'A seguir' })
export const later = page.getByRole('region', { name: 'Mais tarde, hoje' })
export const act = (name: string | RegExp) => now.getByRole('button', { name })
export const item = (name: string) => page.getByRole('menuitem', { name })
export const shown = (name: string) => expect.element(now.getByRole('heading', { name })).toBeVisible()

export const returnAt = (local: string, description = 'Ligar de volta'): Partial<Lead> => ({
  lead_scheduling: { scheduling_date: iso(local), description, status: 0 },
})
/** Spoken to today. Its limits ended long ago. */
export const moved = {
  create_lead_date: iso('2026-11-03T09:00:00'),
  capture_date: iso('2026-11-03T09:10:00'),
  contact_date: iso('2026-11-18T09:45:00'),
  first_call_date: iso('2026-11-18T09:45:00'),
}

/** At 10:00: two late returns, one hot client, one return of later. */
export const leads = (user: SessionUser): Lead[] => [
  ownLead(user, {
    uid: 'a',
    id: 11,
    client_uid: 'ca',
    client_name: 'Ana Souza',
    ...moved,
    ...returnAt('2026-11-18T09:20:00', 'Fechar a cotação'),
  }),
  ownLead(user, {
    uid: 'b',
    id: 12,
    client_uid: 'cb',
    client_name: 'Bento Reis',
    ...moved,
    ...returnAt('2026-11-18T09:40:00'),
  }),
  ownLead(user, {
    uid: 'c',
    id: 13,
    client_uid: 'cc',
    client_name: 'Clara Dias',
    ...moved,
    on_fire: true,
    contact_date: iso('2026-11-13T10:00:00'),
    first_call_date: iso('2026-11-13T10:00:00'),
  }),
  ownLead(user, {
    uid: 'd',
    id: 14,
    client_uid: 'cd',
    client_name: 'Davi Luz',
    ...moved,
    ...returnAt('2026-11-18T14:30:00'),
  }),
]
const NAMES = { ca: 'Ana Souza', cb: 'Bento Reis', cc: 'Clara Dias', cd: 'Davi Luz' }
export const clients = Object.entries(NAMES).map(([uid, name], place) =>
  aClient({ uid, id: place + 1, name }),
)

export const opened = (look: Parameters<typeof openApp>[1] = {}) =>
  openApp('/hoje', { role: 3, leads, clients, ...look })
