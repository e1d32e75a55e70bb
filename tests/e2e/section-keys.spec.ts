/** F6 and Shift+F6 move between the sections of a form and of a screen. */
import { LeadForm } from './support/lead-form.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

test(
  'F6 reaches the type of contact in a few keys, Shift+F6 goes back, and the help names both',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const [own] = await (await Rest.signIn(sharedServer.url, 'corretor')).leads('state=2&status=2&limit=1')
    if (own === undefined) throw new Error('the broker has no lead of its own')
    const app = await signedIn(sharedServer.url, 'corretor', `/?form=${own.uid}`)
    const { page } = app
    const form = new LeadForm(page)
    const contact = form.root.getByRole('radiogroup', { name: 'Tipo de contato' }).getByRole('radio').first()
    await expect(contact).toBeVisible()
    await expect(page.locator(':focus')).toHaveCount(1)
    /** The label of the section around the focus. */
    const section = () =>
      page.evaluate(
        () => document.activeElement?.closest('section[aria-label], [role="region"]')?.ariaLabel ?? null,
      )

    let keys = 0
    for (; (await section()) !== 'Contato e cotação' && keys < 10; keys += 1) await page.keyboard.press('F6')
    await expect(contact).toBeFocused()
    expect(keys).toBeLessThanOrEqual(6)
    await page.keyboard.press('F6')
    expect(await section()).toBe('Venda')
    await page.keyboard.press('Shift+F6')
    await expect(contact).toBeFocused()
    const visited = new Set<string | null>()
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('F6')
      visited.add(await section())
    }
    // All around, within the dialog.
    expect([...visited]).toEqual(
      expect.arrayContaining(['Venda', 'Observações', 'Ações do lead', 'Informações do Indicado']),
    )
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)

    await app.goTo('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    const landmark = () =>
      page.evaluate(() => {
        const around = document.activeElement?.closest('nav, header, [role="tablist"], form, [role="feed"]')
        return around?.getAttribute('role') ?? around?.tagName.toLowerCase() ?? null
      })
    await expect(page.getByRole('form', { name: 'Filtros' })).toBeVisible()
    const places: (string | null)[] = []
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press('F6')
      places.push(await landmark())
    }
    expect(places).toEqual(['nav', 'header', 'tablist', 'form', 'feed'])

    await page.keyboard.press('?')
    await page.getByRole('link', { name: 'Abrir a Ajuda desta tela' }).click()
    await page.getByRole('searchbox', { name: 'Buscar na ajuda' }).fill('atalhos do teclado')
    await page
      .getByRole('listitem')
      .getByRole('link', { name: /^Esta Ajuda/ })
      .click()
    await expect(page.getByRole('region', { name: 'Esta Ajuda, a busca e os atalhos' })).toContainText(
      'Shift+F6',
    )
  },
)
