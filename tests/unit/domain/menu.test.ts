/** The rows of the side menu for each role: docs/rules.md#menu */
import { describe, expect, it } from 'vitest'
import {
  favouritesInSight,
  isGroup,
  MOST_IN_SIGHT,
  menuRows,
  openedEntries,
  sectionAt,
} from '../../../src/domain/permissions/menu.ts'
import { menuFor } from '../../../src/domain/permissions/routes.ts'
import { aUser, ROLES } from './fixtures.ts'

const rowsOf = (role: (typeof ROLES)[number]) => menuRows(menuFor(aUser(role)))
const names = (role: (typeof ROLES)[number]) =>
  rowsOf(role).map((row) => (isGroup(row) ? `${row.section} (${row.entries.length})` : row.label))

describe('the menu', () => {
  it.each(ROLES)('of role %d has at most twelve rows, and every screen once', (role) => {
    const rows = rowsOf(role)
    expect(rows.length).toBeLessThanOrEqual(MOST_IN_SIGHT)
    expect(rows.flatMap((row) => (isGroup(row) ? row.entries : row))).toEqual(menuFor(aUser(role)))
  })

  it('has groups of several screens, and a screen alone stands by itself', () => {
    expect(names(1)).toEqual([
      'Meu dia',
      'Equipe hoje',
      'Dashboard',
      'Criar Lead',
      'Leads (8)',
      'Pessoas (4)',
      'Cadastros (8)',
      'Relatórios (17)',
      'Sistema (9)',
    ])
    expect(names(3).at(-1)).toBe('Sincronização')
    expect(rowsOf(5).some(isGroup)).toBe(false)
  })

  it('shows favourites of its group up to the twelfth row, in its own order', () => {
    const stars = [
      '/relatorio-diagnostico',
      '/relatorio-perdas',
      '/users',
      '/relatorio-ligacoes',
      '/relatorios',
    ]
    expect(favouritesInSight(rowsOf(1), stars).map(({ path }) => path)).toEqual([
      '/relatorios',
      '/relatorio-ligacoes',
      '/relatorio-perdas',
    ])
    expect(favouritesInSight(rowsOf(5), stars)).toEqual([])
  })

  describe('an open group', () => {
    const opened = (role: (typeof ROLES)[number], favourites: readonly string[] = [], present = '/') => {
      const rows = rowsOf(role)
      const group = rows.filter(isGroup).find(({ section }) => section === 'Relatórios')
      if (group === undefined) throw new Error('no reports')
      return openedEntries(rows, group, { favourites, present }).map(({ path }) => path)
    }

    it('of an administrator ends the menu at the twelfth row, with the button that shows all', () => {
      expect(rowsOf(1).length + opened(1).length + 1).toBe(MOST_IN_SIGHT)
      expect(opened(1)).toEqual(['/relatorios', '/funnel-charts'])
    })

    it('has the present screen, and no star fewer than the closed one', () => {
      expect(opened(1, [], '/relatorio-perdas')).toEqual(['/relatorios', '/relatorio-perdas'])
      const stars = ['/relatorio-perdas', '/relatorio-diagnostico', '/relatorio-ligacoes']
      expect(opened(1, stars, '/relatorio-renovacoes')).toEqual([
        '/relatorios',
        '/relatorio-ligacoes',
        '/relatorio-perdas',
        '/relatorio-renovacoes',
        '/relatorio-diagnostico',
      ])
    })

    it('of few entries is whole', () => expect(opened(2)).toHaveLength(9))
  })

  it.each([
    ['/clients/guarda', 'Pessoas'],
    ['/auto-indica%C3%A7%C3%A3o', 'Leads'],
    ['/profile', 'Trabalho'],
    ['/nada', null],
  ])('%s belongs to %s', (path, section) => expect(sectionAt(path)).toBe(section))
})
