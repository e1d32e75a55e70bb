/** 'Privacidade': a data subject's request with its term, its export, erasure and answer; incidents; drafts. */
import type { Page } from '@playwright/test'
import { isInOrder, isInOrderInEveryLook } from './support/axe.ts'
import { choose } from './support/choose.ts'
import { confirm } from './support/confirm.ts'
import { reloadOffline } from './support/offline.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The server does what is asked next, and its answer is lost. */
const lostAnswer = (page: Page, url: string, path: string) =>
  page.route(
    `**/api${path}`,
    async (route) => {
      await route.fetch({ url: url + new URL(route.request().url()).pathname })
      await route.abort()
    },
    { times: 1 },
  )

interface Known {
  readonly id: number
  readonly name: string
}

/** A client with a sale, whose name no other client has. */
async function clientWithSale(rest: Rest): Promise<Known> {
  const { body } = await rest.call('GET', '/clients/list?per_page=100')
  const { data } = body as { data: Known[] }
  const alone = data.filter(({ name }) => data.filter((other) => other.name === name).length === 1)
  for (const client of alone) {
    const preview = await rest.call('GET', `/clients/${client.id}/personal-data/erasure`)
    if ((preview.body as { kept_by_law: unknown[] }).kept_by_law.length > 0) return client
  }
  throw new Error('no client with a sale has a name of its own')
}

const dayAgo = (days: number) => {
  const day = new Date(Date.now() - days * 86_400_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(day)
}

test(
  'a request of a client leads to its export and its erasure, and is answered afterwards',
  SLICED,
  async ({ server, signedIn }) => {
    const rest = await Rest.signIn(server.url, 'admin')
    const client = await clientWithSale(rest)
    const admin = await signedIn(server.url, 'admin', '/privacidade')
    const { page } = admin
    await expect(page.getByText('Nenhum pedido registrado ainda')).toBeVisible()
    await page.getByRole('button', { name: 'Novo pedido' }).click()
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog(page).getByText('Campo Obrigatório').first()).toBeVisible()
    await dialog(page).getByLabel('Cliente no Farol').first().fill(client.name)
    await page.getByRole('option', { name: `${client.name} · cliente ${client.id}` }).click()
    await expect(dialog(page).getByLabel('Quem pediu')).toHaveValue(client.name)
    await choose(page, dialog(page), 'O que pediu', 'Acesso aos dados')
    await choose(page, dialog(page), 'Como chegou', 'E-mail')
    await isInOrder(page, 'the form of a request')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Pedido registrado', { exact: true })).toBeVisible()
    await expect(row(page, client.name).getByRole('progressbar', { name: 'Prazo' })).toBeVisible()
    await expect(row(page, client.name)).toContainText('faltam 15 dias')
    await isInOrderInEveryLook(page, '/privacidade', LOOK)

    await page.getByRole('button', { name: `Detalhes do pedido de ${client.name}` }).click()
    await page.getByRole('link', { name: 'Exportar dados' }).click()
    await confirm(page)
    await expect(page.getByRole('heading', { name: `Dados pessoais de ${client.name}` })).toBeVisible()
    await page.getByRole('button', { name: 'Marcar como respondido' }).click()
    await expect(dialog(page).getByLabel('Como foi respondido')).toHaveValue(/Entreguei à pessoa a cópia/)
    await dialog(page).getByRole('button', { name: 'Marcar como respondido' }).click()
    await expect(page.getByText(/Respondido em \d\d\/\d\d\/\d{4}\./)).toBeVisible()
    await page.getByRole('link', { name: 'Voltar aos pedidos' }).click()
    await expect(row(page, client.name)).toContainText('Atendido')
    await page.getByRole('button', { name: `Ver a resposta ao pedido de ${client.name}` }).click()
    await expect(page.getByRole('dialog', { name: /^Resposta ao pedido \d+$/ })).toBeVisible()
    await dialog(page).getByLabel('Como foi respondido').fill('Entreguei a cópia em papel')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Resposta alterada')).toBeVisible()

    const second = { client_id: client.id, name: client.name, contact: 'ela@exemplo.com.br' }
    const asked = { ...second, kind: 'erasure', came_by: 'phone', received_on: dayAgo(20) }
    expect((await rest.call('POST', '/data-requests', asked)).status).toBe(200)
    await admin.goTo('/privacidade?situacao=open')
    await expect(row(page, client.name)).toContainText(/atrasado \d+ dias/)
    await page.getByRole('button', { name: `Detalhes do pedido de ${client.name}` }).click()
    await page.getByRole('button', { name: 'Apagar dados pessoais' }).click()
    // The law keeps the papers of this client's sale.
    await dialog(page).getByLabel('Motivo').fill('Pedido da pessoa')
    await dialog(page).getByRole('button', { name: 'Apagar dados pessoais' }).click()
    // The address was opened anew, and a new page asks again.
    await confirm(page)
    // The server has forgotten whom to answer; the question has not.
    await expect(dialog(page)).toContainText('ela@exemplo.com.br')
    await expect(dialog(page).getByLabel('Como foi respondido')).toHaveValue(/foram apagados/)
    await dialog(page).getByRole('button', { name: 'Marcar como respondido' }).click()
    await expect(page.getByText('Pedido respondido')).toBeVisible()
    await page.getByText('Respondidos', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Detalhes do pedido de Dados apagados' })).toHaveCount(2)
    await expect(page.getByText(/fora do prazo/)).toBeVisible()
  },
)

test(
  'without a connection the screen says so, and a typed request waits on the device until it can be saved',
  SLICED,
  async ({ server, signedIn }) => {
    const admin = await signedIn(server.url, 'admin', '/privacidade')
    const { page } = admin
    await page.getByRole('button', { name: 'Novo pedido' }).click()
    await page.context().setOffline(true)
    await dialog(page).getByLabel('Quem pediu').fill('Zuleica Prado')
    await dialog(page).getByLabel('O pedido, em palavras').fill('Quer os dados dela')
    await choose(page, dialog(page), 'O que pediu', 'Portabilidade')
    await choose(page, dialog(page), 'Como chegou', 'Pessoalmente')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Sem conexão')
    await expect(dialog(page).getByText(/Rascunho guardado/)).toBeVisible()

    page.on('dialog', (question) => void question.accept())
    await reloadOffline(page)
    await expect(page.getByRole('alert')).toContainText('Sem conexão: ver os pedidos precisa de internet.')
    await admin.goTo('/sincronizacao')
    await expect(page.getByText('Pedido de titular')).toBeVisible()
    await page.context().setOffline(false)
    await page
      .getByRole('article', { name: 'Pedido de titular' })
      .getByRole('button', { name: 'Abrir' })
      .click()
    await dialog(page).getByRole('button', { name: 'Continuar' }).click()
    await expect(dialog(page).getByLabel('O pedido, em palavras')).toHaveValue('Quer os dados dela')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Zuleica Prado')).toContainText('Portabilidade')

    // Saved: nothing is offered any more.
    await page.getByRole('button', { name: 'Novo pedido' }).click()
    await expect(dialog(page).getByLabel('Quem pediu')).toHaveValue('')
    await expect(page.getByText('Você tem um rascunho')).toBeHidden()
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()

    await page.getByRole('button', { name: 'Detalhes do pedido de Zuleica Prado' }).click()
    await page.getByRole('button', { name: 'Excluir pedido' }).click()
    await lostAnswer(page, server.url, '/data-requests/*')
    await dialog(page).getByRole('button', { name: 'Excluir pedido' }).click()
    await expect(page.getByText('Não sabemos se foi excluído')).toBeVisible()
    await expect(page.getByText('Nenhum pedido registrado ainda')).toBeVisible()
  },
)

test(
  'an incident is registered with what the form of the ANPD asks, and its term ends when the ANPD is told',
  SLICED,
  async ({ server, signedIn }) => {
    const admin = await signedIn(server.url, 'admin', '/privacidade?aba=incidentes')
    const { page } = admin
    await page.getByRole('button', { name: 'Novo incidente' }).click()
    await dialog(page).getByLabel('O que aconteceu').fill('Planilha enviada ao endereço errado')
    await dialog(page).getByLabel('Quem foi afetado').first().click()
    await page.getByRole('option', { name: 'Clientes' }).click()
    await dialog(page).getByLabel('Titulares afetados').fill('1200')
    await dialog(page).getByLabel('Contato do encarregado (DPO)').fill('Ana, ana@exemplo.com.br')
    await isInOrder(page, 'the form of an incident')
    await lostAnswer(page, server.url, '/incidents')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Não sabemos se foi salvo')
    // The list says what became of it, and what is sent again is the same incident.
    await expect(page.getByText('Nenhum incidente registrado')).toBeHidden()
    await dialog(page).getByLabel('Riscos e possíveis danos').fill('Golpes por telefone')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Incidente registrado', { exact: true })).toBeVisible()
    await expect(row(page, 'Planilha enviada')).toHaveCount(1)
    expect((await (await Rest.signIn(server.url, 'admin')).call('GET', '/incidents')).body).toMatchObject({
      data: [{ risks: 'Golpes por telefone' }],
      meta: { total: 1 },
    })
    await expect(row(page, 'Planilha enviada')).toContainText('1.200')
    await expect(row(page, 'Planilha enviada').getByRole('progressbar', { name: 'Prazo' })).toBeVisible()
    await isInOrderInEveryLook(page, 'the incidents', LOOK)
    await page.getByRole('button', { name: 'Editar o incidente 1' }).click()
    await dialog(page).getByLabel('Comunicado à ANPD em').fill(dayAgo(0).split('-').reverse().join('/'))
    await dialog(page).getByLabel('Protocolo da ANPD').fill('00261.000123/2026-11')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Planilha enviada')).toContainText('Comunicado')
    await page.getByRole('button', { name: 'Detalhes do incidente 1' }).click()
    await expect(page.getByText('00261.000123/2026-11')).toBeVisible()
    await admin.goTo('/auditoria')
    await expect(row(page, 'Incidente de segurança 1').first()).toContainText('Comunicado à ANPD em')
    await expect(page.getByText('Planilha enviada')).toBeHidden()
  },
)
