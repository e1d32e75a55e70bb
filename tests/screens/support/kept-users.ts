/** The users of the house in the scripted peer, as the server keeps them for 'Usuários'. docs/rules.md#users */
import {
  createUserRoute,
  managedUserRoute,
  newUserBodySchema,
  type OpenUser,
  updateManagedUserRoute,
  userBodySchema,
  usersAccessRoute,
  usersSeenRoute,
} from '../../../src/contract/administration/users.ts'
import { type Hanging, hangingRoute, transfersRoute } from '../../../src/contract/transfers.ts'
import type { UserEntry } from '../../../src/domain/catalogue/catalogue.ts'
import { ROLE_NAMES } from '../../../src/domain/permissions/role-names.ts'
import { COLLEAGUES, PARTNERS, TEAM } from './house.ts'
import { needsConfirmation } from './password.ts'
import type { Asked, Peer } from './peer.ts'
import { Refused } from './refused.ts'

export const NOTHING_HANGS: Hanging = {
  leads: [],
  schedules: 0,
  rules: 0,
  mailed_views: 0,
  sessions: 0,
  devices: [],
  documents: 0,
}

const rolesOf = (id: number) => ROLE_NAMES.filter((role) => role.id === id)

const opened = ({ id, name, login, email, phone, role_id, channel_id }: UserEntry): OpenUser => ({
  id,
  name,
  login,
  email,
  phone,
  channel_id,
  waiting_email: null,
  status: 1,
  work_start: null,
  observation: '',
  active_all_dealerships: false,
  shared_tablet: false,
  renovator_hierarchical_group: null,
  partners: [],
  roles: rolesOf(role_id),
  technical_team: role_id === 3 ? TEAM : null,
  verify: { verified: true, verify_code: null },
  second_factor: false,
  calendar_feeds: 0,
  revision: '1',
})

/** The mirror's row of a user. */
const entryOf = (user: OpenUser): UserEntry => ({
  id: user.id,
  name: user.name,
  role_id: user.roles[0]?.id ?? 0,
  channel_id: user.channel_id,
  login: user.login,
  phone: user.phone,
  active: user.status === 1,
  email: user.email,
  verified: user.verify?.verified === true,
  signs_in: user.verify?.verified === true,
  technical_team_id: user.technical_team?.id ?? null,
  created_at: null,
})

const idIn = ({ path }: Asked) => Number(path.split('/')[2])

/** What both kinds of a save bring. */
function fieldsOf(body: unknown): Partial<OpenUser> {
  const {
    role,
    technical_team_id,
    channel_id,
    partners,
    shared_tablet = false,
    ...rest
  } = userBodySchema.parse(body)
  const { departure: _departure, own_password: _password, revision: _revision, ...fields } = rest
  return {
    ...fields,
    shared_tablet,
    channel_id: channel_id ?? 1,
    roles: rolesOf(role),
    partners: PARTNERS.filter(({ id }) => partners.includes(id)),
    technical_team: technical_team_id === null ? null : TEAM,
  }
}

export class KeptUsers {
  readonly #peer: Peer
  readonly #users = new Map(COLLEAGUES.map((user) => [user.id, opened(user)]))
  /** By key: the number of the user that it made. */
  readonly #made = new Map<string, number>()

  constructor(peer: Peer) {
    this.#peer = peer
    peer.answers(usersSeenRoute, { message: 'Visto' })
    peer.answers(hangingRoute, NOTHING_HANGS)
    peer.answers(transfersRoute, { data: [] })
    peer.answersBy(managedUserRoute, (asked) => this.user(idIn(asked)))
    // After the route above, whose path it fits too.
    peer.answersBy(usersAccessRoute, () => ({
      data: [...this.#users.keys()].map((id) => ({
        id,
        last_access: id === 2 ? '2026-11-18T12:00:00.000Z' : null,
        partners: id === 3 ? [25] : [],
        all_partners: false,
      })),
    }))
    peer.answersBy(createUserRoute, (asked) => this.#create(asked))
    peer.answersBy(updateManagedUserRoute, (asked) => this.#update(asked))
  }

  user(id: number): OpenUser {
    const user = this.#users.get(id)
    if (user === undefined) throw new Refused({ status: 404, code: 'not_found', message: 'Não encontrado.' })
    return user
  }

  get all(): OpenUser[] {
    return [...this.#users.values()]
  }

  /** Changes a user as a colleague does. No device hears of it before its next pull. */
  change(id: number, changes: Partial<OpenUser>): OpenUser {
    const before = this.user(id)
    return this.#put({ ...before, ...changes, revision: String(Number(before.revision) + 1) })
  }

  #put(user: OpenUser): OpenUser {
    this.#users.set(user.id, user)
    const { catalogues } = this.#peer.server
    const place = catalogues.findIndex(({ kind, id }) => kind === 'user' && id === String(user.id))
    const row = { kind: 'user', id: String(user.id), version: Number(user.revision), value: entryOf(user) }
    catalogues.splice(place === -1 ? catalogues.length : place, 1, row)
    return user
  }

  #create(asked: Asked) {
    const body = newUserBodySchema.parse(asked.body)
    if (body.role === 1) needsConfirmation(asked)
    const key = asked.headers.get('idempotency-key') ?? ''
    const id = this.#made.get(key) ?? Math.max(...this.#users.keys()) + 1
    const isNew = !this.#made.has(key)
    this.#made.set(key, id)
    if (isNew)
      this.#put({
        ...this.user(2),
        ...fieldsOf(asked.body),
        id,
        login: body.login,
        verify: { verified: false, verify_code: null },
        revision: '1',
      })
    return {
      ...this.user(id),
      mail: { way: 'file' as const, recipient: body.email, link: 'https://farol.exemplo.com.br/verify/abc' },
    }
  }

  #update(asked: Asked) {
    const { role, revision } = userBodySchema.parse(asked.body)
    if (role === 1) needsConfirmation(asked)
    const before = this.user(idIn(asked))
    if (revision !== before.revision)
      throw new Refused({
        status: 409,
        code: 'conflict',
        message: 'Este usuário foi alterado por outra pessoa.',
      })
    return { ...this.change(before.id, fieldsOf(asked.body)), email_waits: false, mail: null, departed: null }
  }
}

/** Scripts the peer, and hands the users on. */
export function keptUsers(): { readonly script: (peer: Peer) => void; readonly users: () => KeptUsers } {
  let kept: KeptUsers | undefined
  return {
    script: (peer) => {
      kept = new KeptUsers(peer)
    },
    users: () => {
      if (kept === undefined) throw new Error('the app is not open yet')
      return kept
    },
  }
}
