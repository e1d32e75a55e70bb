/** The form on a phone: the fields of a call are open, the others folded, and a sale takes a few taps. */
import type { Locator } from '@playwright/test'
import { isInOrder } from './support/axe.ts'
import { LeadForm } from './support/lead-form.ts'
import { Rest, type RestLead } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

test.use({
  serviceWorkers: 'block',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
})

/** From a board with a captured lead to its sale. */
const MOST_TAPS = 14

/** Without an e-mail the form asks for more than a sale's taps. */
async function oldestWithMail(rest: Rest, query: string): Promise<RestLead | undefined> {
  const leads = (await rest.leads(`${query}&limit=100`)).toSorted(
    (one, other) => Date.parse(one.create_lead_date) - Date.parse(other.create_lead_date),
  )
  for (const lead of leads) {
    const { client }: RestLead & { client?: { mail: string | null } } = await rest.lead(lead.id)
    if (client?.mail) return lead
  }
  return undefined
}

for (const [tab, query, quoted] of [
  ['Negociação', 'state=2&status=2', false],
  ['Envio Cotação', 'state=2&status=4', true],
] as const)
  test(
    `a lead in ${tab} is sold in at most ${MOST_TAPS} taps`,
    SLICED,
    async ({ sharedServer, signedIn }) => {
      const rest = await Rest.signIn(sharedServer.url, 'corretora')
      const target = await oldestWithMail(rest, query)
      if (target === undefined) throw new Error(`no lead of the broker's own in ${tab}`)
      const app = await signedIn(sharedServer.url, 'corretora')

      let taps = 0
      const tap = async (target: Locator) => {
        await target.tap()
        taps += 1
      }
      await tap(app.page.getByRole('tab', { name: new RegExp(`^${tab}`) }))
      await tap(app.card(target.id).getByRole('button', { name: 'Trabalhar lead' }))
      const form = new LeadForm(app.page)
      const group = (label: string) => form.root.getByRole('radiogroup', { name: label, exact: true })
      const now = (label: string) => form.button(`${label}: agora`)
      const choose = async (label: string, option: string) => {
        const choice = group(label).getByRole('radio', { name: option, exact: true })
        if (!(await choice.isChecked())) await tap(choice)
      }
      const date = async (label: string) => {
        if ((await form.field(label).inputValue()) === '') await tap(now(label))
      }
      const type = async (label: string, text: string) => {
        await tap(form.field(label))
        await app.page.keyboard.type(text)
      }
      await expect(group('Tipo de contato')).toBeInViewport()
      await choose('Tipo de contato', 'Telefone')
      await date('Data do contato')
      if (quoted) {
        await choose('Forma que apresentou a proposta', 'E-mail')
        await date('Data da cotação')
      }
      await choose('Status da venda', 'Vendido')
      await choose('Forma que recebeu a resposta da venda/não venda', 'Telefone')
      await date('Data da venda/não venda')
      await type('Valor da venda', '1850')
      await type('Porcentagem da comissão', '15')
      await choose('BackUp car', 'Oferecido / não vendido')
      await choose('Pague Menos', 'Não oferecido')
      await tap(form.button('Finalizar'))
      await expect(form.root).toBeHidden()
      expect(taps).toBeLessThanOrEqual(MOST_TAPS)
      await app.settled()
      expect(await rest.lead(target.id)).toMatchObject({
        state: 3,
        status: 6,
        sold: 1,
        sale_value_cents: 185_000,
      })
    },
  )

test(
  'sections that a call does not need are folded with a summary; a required field opens its section',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const rest = await Rest.signIn(sharedServer.url, 'corretora')
    const [own] = await rest.leads('state=2&status=3&limit=1')
    if (own === undefined) throw new Error('the broker has no lead of its own')
    const app = await signedIn(sharedServer.url, 'corretora', `/?form=${own.uid}`)
    const form = new LeadForm(app.page)
    const section = (title: string) => form.root.getByRole('button', { name: new RegExp(`^${title}\\b`) })
    const client = section('Informações do Indicado')
    await expect(client).toHaveAccessibleName(new RegExp(own.client_name))
    for (const title of ['Informações do Corretor', 'Produto', 'Informações do Indicador', 'Observações'])
      await expect(section(title)).toHaveAttribute('aria-expanded', 'false')
    expect(await form.root.evaluate((element) => element.scrollHeight)).toBeLessThan(2400)
    await isInOrder(app.page, 'the folded form')

    const mail = form.root.getByRole('textbox', { name: 'E-mail' })
    await client.focus()
    await app.page.keyboard.press('Enter')
    await expect(client).toHaveAttribute('aria-expanded', 'true')
    await mail.fill('')
    await client.tap()
    await expect(mail).toBeHidden()
    await form.button('Salvar').tap()
    await expect(client).toHaveAttribute('aria-expanded', 'true')
    await expect(mail).toBeFocused()

    await client.tap()
    await form.problems().getByRole('button', { name: 'Informe o e-mail do cliente' }).tap()
    await expect(mail).toBeFocused()
    await isInOrder(app.page, 'the form with an opened section')
  },
)
