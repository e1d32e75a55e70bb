/** 'Importar': leads of another system are seen, imported, found by their old number, and taken back. */
import { readFileSync } from 'node:fs'
import { isInOrderInEveryLook } from './support/axe.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const FILE = [
  'Deal - ID;Deal - Contact person;Deal - Owner;Deal - Status;Deal - Deal created;Deal - Deal closed on;Deal - Value;Person - Phone - Mobile',
  'PD-701;Zilda Vendida;corretor;Won;2025-03-10 09:15:00;2025-03-20 17:40:00;2350.00;31 98888-7001',
  'PD-702;Bia Aberta;corretor;Open;2026-11-02 10:00:00;;;31 98888-7002',
  'PD-703;Davi Aberto;corretor;Open;2026-11-03 10:00:00;;;31 98888-7003',
  'PD-704;Sem Dono;Fulano de Tal;Open;2026-11-03 10:00:00;;;31 98888-7004',
  'PD-705;Sem Fim;corretor;Won;2025-04-01 10:00:00;;1200.00;31 98888-7005',
].join('\r\n')

test(
  'leads of another system are imported, found by their old number, and taken back but for one that was touched',
  SLICED,
  async ({ server, signedIn }) => {
    const broker = await signedIn(server.url, 'corretor')
    const admin = await signedIn(server.url, 'admin', '/importar')
    const { page } = admin
    await expect(page.getByText('Nenhuma importação ainda')).toBeVisible()
    const model = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar modelo' }).click()
    expect((await model).suggestedFilename()).toBe('modelo_leads.xlsx')
    expect(
      readFileSync(await (await model).path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'pipedrive.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    const start = page.getByRole('button', { name: /^Importar \d/ })
    const sum = page.getByRole('status').filter({ hasText: 'linhas =' })
    // No line has a channel, and none was chosen.
    await expect(sum).toHaveText('5 linhas = 0 boas + 5 recusadas + 0 em branco')
    await expect(start).toBeDisabled()
    await page.getByRole('combobox', { name: 'Canal, se faltar' }).click()
    await page.getByRole('option', { name: 'Site', exact: true }).click()
    await expect(sum).toHaveText('5 linhas = 3 boas + 2 recusadas + 0 em branco')
    const refused = page.getByRole('table', { name: 'Linhas recusadas' })
    await expect(refused.getByRole('row', { name: /PD-704/ })).toContainText(
      'Corretor ‘Fulano de Tal’ não está no Farol',
    )
    await expect(refused.getByRole('row', { name: /PD-705/ })).toContainText(
      'Vendido sem data de encerramento',
    )

    await page.getByRole('button', { name: 'Salvar mapeamento' }).click()
    const naming = page.getByRole('dialog', { name: 'Salvar mapeamento' })
    await naming.getByLabel('Nome').fill('Pipedrive')
    await naming.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByText('Mapeamento salvo', { exact: true }).first()).toBeVisible()

    // Without its system a file is not sent.
    await start.click()
    await expect(page.getByText('Diga de que sistema vêm os dados')).toBeVisible()
    await page.getByRole('combobox', { name: 'Sistema de origem' }).fill('Pipedrive')
    // What the page's head half covers is too small a target.
    await page.evaluate(() => window.scrollTo(0, 0))
    await isInOrderInEveryLook(page, '/importar', { width: 1440, scheme: 'light' })
    await start.click()
    const line = page.getByRole('row').filter({ hasText: 'pipedrive.csv' })
    await expect(line).toContainText('Concluída')
    await expect(line.getByRole('cell')).toContainText([
      'pipedrive.csv',
      'Leads',
      'Pipedrive',
      '',
      '',
      'Concluída',
      '3',
      '0',
      '0',
      '2',
    ])

    const rest = await Rest.signIn(server.url, 'corretor')
    const [touched] = await rest.leads('client_name=Bia Aberta')
    if (touched === undefined) throw new Error('the import made no lead')
    await expect(await broker.find(touched.id)).toContainText('Bia Aberta')
    await broker.page.keyboard.press('Control+k')
    await broker.page.getByRole('dialog', { name: 'Busca' }).getByLabel('Buscar').fill('PD-703')
    await expect(broker.page.getByText('Davi Aberto').first()).toBeVisible()
    await broker.page.keyboard.press('Escape')
    expect((await rest.call('PUT', `/capture-lead/${touched.id}`)).status).toBe(200)

    await line.getByRole('button', { name: 'Desfazer a importação de pipedrive.csv' }).click()
    const question = page.getByRole('dialog', { name: 'Desfazer a importação?' })
    await expect(question).toContainText('‘pipedrive.csv’ trouxe 3 leads')
    await question.getByRole('button', { name: 'Desfazer importação' }).click()
    await expect(line).toContainText('Desfeita')
    await line.getByRole('button', { name: 'Ver o que ficou de pipedrive.csv' }).click()
    const kept = page.getByRole('dialog', { name: 'O que ficou de pipedrive.csv' })
    await expect(kept.getByRole('row', { name: /^3 Lead/ })).toContainText('Bia Aberta')
    await isInOrderInEveryLook(page, '/importar · o que ficou', { width: 1440, scheme: 'light' })
    expect((await rest.leads('client_name=Davi Aberto')).length).toBe(0)
    expect((await rest.leads('client_name=Bia Aberta')).length).toBe(1)
  },
)
