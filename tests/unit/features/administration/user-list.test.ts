/** The rows, filters and columns of 'Usuários': docs/rules.md#users */
import { expect, test } from 'vitest'
import type { UserEntry } from '../../../../src/domain/catalogue/catalogue.ts'
import { DAY_MS } from '../../../../src/domain/time/durations.ts'
import { userColumns } from '../../../../src/features/administration/users/user-columns.tsx'
import { userRows } from '../../../../src/features/administration/users/user-rows.ts'
import { type UsersFilter, wantedUsers } from '../../../../src/features/administration/users/users-search.ts'
import { sorted } from '../../../../src/ui/table/columns.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString()
const user = (id: number, name: string, more: Partial<UserEntry> = {}): UserEntry => ({
  id,
  name,
  login: `l${id}`,
  role_id: 3,
  channel_id: 1,
  phone: '',
  active: true,
  email: '',
  verified: true,
  signs_in: true,
  technical_team_id: null,
  created_at: null,
  ...more,
})
const rows = userRows(
  [
    user(1, 'Bruno Santana', { technical_team_id: 2 }),
    user(2, 'Bruno da Rocha', { role_id: 4 }),
    user(3, 'Álvaro D’Ávila'),
    user(4, "Carla Sant'Ana", { active: false }),
  ],
  [
    { id: 1, last_access: ago(3), partners: [], all_partners: true, shared_tablet: false },
    { id: 2, last_access: ago(40), partners: [24], all_partners: false, shared_tablet: true },
    { id: 3, last_access: null, partners: [25], all_partners: false, shared_tablet: false },
  ],
)
const found = (filter: UsersFilter) => wantedUsers(rows, filter, NOW).map(({ id }) => id)

test.each<[UsersFilter, number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ nome: 'davila' }, [3]],
  [{ nome: 'santana' }, [1, 4]],
  [{ perfil: 4 }, [2]],
  [{ equipe: 2 }, [1]],
  [{ empresa: 24 }, [1, 2]],
  [{ acesso: '7' }, [1]],
  [{ acesso: '30' }, [1]],
  [{ acesso: 'mais30' }, [2]],
  [{ acesso: 'mais90' }, []],
  [{ acesso: 'nunca' }, [3]],
  [{ status: 'inativos' }, [4]],
  [{ perfil: 3, acesso: 'nunca' }, [3]],
  [{ tablet: 'sim' }, [2]],
])('%o leaves %o', (filter, ids) => {
  expect(found(filter)).toEqual(ids)
})

test('the list is sorted by name, and by last access with those without one last', () => {
  const columns = userColumns(undefined, { seesAccess: true, today: '2026-11-20' })
  const by = (key: string, descending = false) =>
    sorted(rows, columns, { by: key, descending }).map(({ id }) => id)
  expect(by('nome')).toEqual([3, 2, 1, 4])
  expect(by('acesso')).toEqual([2, 1, 3, 4])
  expect(by('acesso', true)).toEqual([1, 2, 3, 4])
})

test('dealerships and last access are not for roles that manage no users', () => {
  const keys = (sees: boolean) =>
    userColumns(undefined, { seesAccess: sees, today: '2026-11-20' }).map(({ key }) => key)
  expect(keys(true)).toEqual(['id', 'nome', 'login', 'perfil', 'equipe', 'empresa', 'acesso', 'status'])
  expect(keys(false)).toEqual(['id', 'nome', 'login', 'perfil', 'equipe', 'status'])
})
