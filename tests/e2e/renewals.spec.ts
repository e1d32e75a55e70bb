/** 'Importar renovações': a file is chosen, mapped and seen, and its policy is on the broker's board. */
import { addDays, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { choose } from './support/choose.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const END = addDays(saoPauloDay(Date.now()), 40).split('-').toReversed().join('/')

/** 'Código' is no header that anybody knows. */
const fileOf = (group: string) =>
  [
    'Código;Produto;Segurado;CPF/CNPJ;Celular;E-mail;Seguradora;Fim de vigência;Grupo hierárquico',
    `AP-1;Auto;Zilda Renova;529.982.247-25;(31) 98888-7777;zilda@exemplo.com.br;Porto;${END};${group}`,
    `AP-2;Auto;Sem Corretor;111.444.777-35;(31) 98888-6666;;Porto;${END};nenhum`,
    `AP-3;Auto;Documento Errado;111.111.111-11;;;Porto;${END};${group}`,
  ].join('\r\n')

async function groupOf(url: string, login: string): Promise<string> {
  const admin = await Rest.signIn(url, 'admin')
  const { body } = await admin.call('GET', `/users/list?login=${login}&per_page=100`)
  const [user] = Object(body).data.filter((one: { login: string }) => one.login === login)
  return String(user.renovator_hierarchical_group)
}

test(
  'a file is remapped, its refused line is seen, and its policy becomes a lead of its broker',
  SLICED,
  async ({ server, signedIn }) => {
    const broker = await signedIn(server.url, 'corretor')
    const admin = await signedIn(server.url, 'admin', '/importar-renovacoes')
    const { page } = admin
    await expect(page.getByText('Nenhuma importação ainda')).toBeVisible()
    const group = await groupOf(server.url, 'corretor')
    await page.locator('input[type=file]').setInputFiles({
      name: 'dezembro.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(fileOf(group), 'latin1'),
    })
    const start = page.getByRole('button', { name: /^Importar \d/ })
    await expect(page.getByText('Escolha a coluna', { exact: true })).toBeVisible()
    await expect(start).toBeDisabled()
    await choose(page, page.locator('main'), 'Apólice', 'Código')
    await expect(page.getByRole('status').filter({ hasText: '2 boas' })).toHaveText(
      '3 linhas = 2 boas + 1 recusada + 0 em branco',
    )
    const first = page.getByRole('table', { name: 'Primeiras linhas' })
    await expect(first.getByRole('row', { name: /Zilda Renova/ })).toContainText('529.982.247-25')
    const refused = page.getByRole('table', { name: 'Linhas recusadas' })
    await expect(refused.getByRole('row', { name: /AP-3/ })).toContainText('CPF/CNPJ inválido')
    const sheet = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar recusadas' }).click()
    expect((await sheet).suggestedFilename()).toMatch(/^renovacoes_recusadas_\d\d_\d\d_\d{4}\.xlsx$/)
    await isInOrderInEveryLook(page, '/importar-renovacoes', { width: 1440, scheme: 'light' })
    await start.click()
    const line = page.getByRole('row').filter({ hasText: 'dezembro.csv' })
    await expect(line).toContainText('Concluída')
    await expect(line.getByRole('cell')).toContainText([
      'dezembro.csv',
      '',
      '',
      '',
      'Concluída',
      '1',
      '0',
      '1',
      '0',
      '1',
    ])
    await page.reload()
    await expect(line).toContainText('Concluída')

    const rest = await Rest.signIn(server.url, 'corretor')
    const [lead] = await rest.leads('client_name=Zilda Renova')
    if (lead === undefined) throw new Error('the import made no lead')
    await expect(await broker.find(lead.id)).toContainText('Zilda Renova')
    await expect(broker.page.getByText('Sem Corretor')).toHaveCount(0)
  },
)

test(
  'a file that is none is refused with a sentence, and nothing is sent',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const admin = await signedIn(sharedServer.url, 'admin', '/importar-renovacoes')
    const { page } = admin
    await page.locator('input[type=file]').setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]),
    })
    await expect(page.getByRole('alert')).toContainText('não é uma planilha')
    await expect(page.getByRole('button', { name: /^Importar \d/ })).toHaveCount(0)
  },
)

test('a line of which it is not sure whether its policy exists is decided side by side', async ({
  server,
  signedIn,
}) => {
  const admin = await signedIn(server.url, 'admin', '/importar-renovacoes')
  const { page } = admin
  const group = await groupOf(server.url, 'corretor')
  const line = (name: string, document: string, insurer: string) =>
    `77;Auto;${name};${document};${insurer};${END};${group}`
  const imported = async (name: string, ...lines: readonly string[]) => {
    await page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['Apólice;Produto;Segurado;CPF/CNPJ;Seguradora;Fim de vigência;Grupo', ...lines].join('\n'),
      ),
    })
    await page.getByRole('button', { name: /^Importar \d/ }).click()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Concluída')
  }
  await imported('um.csv', line('Zilda Um', '529.982.247-25', 'Porto'))
  await imported('dois.csv', line('Davi Dois', '111.444.777-35', ''))
  const row = page.getByRole('row').filter({ hasText: 'dois.csv' })
  await row.getByRole('button', { name: 'Decidir linhas de dois.csv' }).click()
  const dialog = page.getByRole('dialog', { name: 'A decidir: dois.csv' })
  const waiting = dialog.getByRole('region', { name: 'Linha 2' })
  await expect(waiting).toContainText('Davi Dois')
  await expect(waiting).toContainText('Zilda Um')
  await expect(waiting.getByText('Outro segurado')).toBeVisible()
  await isInOrderInEveryLook(page, '/importar-renovacoes · a decidir', { width: 1440, scheme: 'light' })
  await waiting.getByRole('button', { name: 'É outra apólice' }).click()
  await expect(dialog).toContainText('Nenhuma linha espera uma decisão.')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: /Decidir/ })).toHaveCount(0)
  const rest = await Rest.signIn(server.url, 'corretor')
  expect((await rest.leads('client_name=Davi Dois')).length).toBe(1)
  expect((await rest.leads('client_name=Zilda Um')).length).toBe(1)
})
