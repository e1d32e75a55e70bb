/** The side menu: its entries by their labels, and its groups, which are opened first. docs/rules.md#menu */
import { expect, type Locator, type Page } from '@playwright/test'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'
import { entryName } from '../../support/entry-name.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })

/** Of an open group that has more entries than are in sight. */
const moreIn = (menu: Locator) => menu.getByRole('button', { name: /^Mais \d+ / })

/** Returns the entry, in sight. */
export async function menuEntry(page: Page, name: string): Promise<Locator> {
  const menu = menuOf(page)
  await expect(menu).toBeVisible()
  const entry = menu.getByRole('link', { name: entryName(name) })
  const section = ROUTES.find(({ label }) => label === name)?.section ?? name
  const group = menu.getByRole('button', { name: entryName(section), expanded: false })
  if ((await entry.count()) === 0 && (await group.count()) === 1) await group.click()
  await expect(entry.or(moreIn(menu)).first()).toBeVisible()
  const moreHere = menu.getByRole('button', { name: new RegExp(`^Mais \\d+ em ${section}$`, 'u') })
  if ((await entry.count()) === 0) await moreHere.click()
  await expect(entry).toBeVisible()
  return entry
}

/** Opens all groups, and returns all entries. */
export async function menuEntries(page: Page): Promise<Locator> {
  const menu = menuOf(page)
  await expect(menu).toBeVisible()
  const folded = menu.getByRole('button', { name: /^(?!Mais )/, expanded: false })
  for (let count = await folded.count(); count > 0; count--) {
    await folded.first().click()
    await expect(folded).toHaveCount(count - 1)
  }
  for (let left = await moreIn(menu).count(); left > 0; left--) {
    await moreIn(menu).first().click()
    await expect(moreIn(menu)).toHaveCount(left - 1)
  }
  return menu.getByRole('link')
}

/** Reports in the menu of every role. */
export const ALL_REPORTS = ['Relatórios', 'Funil de vendas']

/** Reports in the menu of every member of the staff. */
export const STAFF_REPORTS = [
  ...ALL_REPORTS,
  'Rel. Ind. Corretora',
  'Rel. Ind. Conce.',
  'Rel. de Ligações',
  'Rel. de Atendimento',
  'Rel. de Perdas',
  'Rel. Prazos da lei',
]

export const BROKER_MENU = [
  'Meu dia',
  'Dashboard',
  'Criar Lead',
  'Me Indico',
  'Na mão',
  'Prazos da lei',
  'Conversas sem lead',
  'Verificação de Leads',
  'Usuários',
  'Clientes',
  'Equipes Técnicas',
  'Lead Corretor Config',
  'Seguros',
  'Parceiros',
  ...STAFF_REPORTS,
  'Rel. Renovações',
  'Leads Duplicados',
  'Leads por Origem',
  'Diagnóstico',
  'Sincronização',
]

export const REFERRER_MENU = [
  'Indicação',
  'Indicação Externa',
  'Na mão',
  ...ALL_REPORTS,
  'Rel. Indicador',
  'Sincronização',
]
