/** A whole import of a file with doubts: corrected in the preview, its first answer lost, its browser killed in the middle. */
import { dataImportsRoute } from '../../src/contract/imports.ts'
import { App } from './support/app.ts'
import { frontTo } from './support/front.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const PERSONS = 1500

/** In Windows' letters, with days of both orders and a total. */
function clients(): Buffer {
  const lines = Array.from({ length: PERSONS }, (_, at) => {
    const births = ['25/03/1985', '03/04/1990', '03/25/1991']
    return `José Conceição ${at};319${String(80_000_000 + at)};${births[at % births.length]}`
  })
  return Buffer.from(
    ['Nome;Celular;Dt. Nasc.', ...lines, `Total de registros: ${PERSONS};;`, ''].join('\r\n'),
    'latin1',
  )
}

test.use({ serviceWorkers: 'block' })

// Promise: a chosen file reaches the server once, whatever becomes of its answer and of the browser.
test('a file with doubts is corrected, sent, and imported once', SLICED, async ({ server, newDevice }) => {
  const rest = await Rest.signIn(server.url, 'admin')
  const name = 'clientes-da-loja.csv'
  const imports = async () =>
    dataImportsRoute.answer
      .parse((await rest.call('GET', '/imports')).body)
      .data.filter(({ file_name }) => file_name === name)
  const front = await frontTo(server.url)
  let isLost = false
  front.loseAnswer = async (path, method) => {
    if (isLost || path !== '/api/imports' || method !== 'POST') return false
    isLost = true
    return true
  }
  const device = await newDevice('admin')
  const app = await App.signedIn(await device.open(), server.url, 'admin', '/importar')
  const { page } = app

  await page.getByText('Clientes', { exact: true }).last().click()
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: clients(),
  })
  await expect(page.getByText(/^1\.501\slinhas = /)).toBeVisible()
  await expect(page.getByText('José Conceição 0')).toBeVisible()
  const start = page.getByRole('button', { name: /^Importar \d/ })
  await page.getByRole('combobox', { name: 'Sistema de origem' }).fill('Sistema antigo')
  await start.click()
  await expect(page.getByText('Escolha o que vem primeiro')).toBeVisible()
  expect(await imports()).toEqual([])
  await page.getByRole('radiogroup', { name: 'Datas de ‘Dt. Nasc.’' }).getByText('dia/mês').click()
  await start.click()
  // Its answer is lost; the screen finds the import that runs.
  await expect.poll(() => isLost).toBe(true)
  await expect.poll(async () => (await imports()).length).toBe(1)
  await expect(page.getByText(name).first()).toBeVisible()

  await device.kill()
  const again = await App.signedIn(await device.open(), server.url, 'admin', '/importar')
  await expect.poll(async () => (await imports())[0]?.state, { timeout: 60_000 }).toBe('done')
  await expect(again.page.getByText('Concluída').first()).toBeVisible({ timeout: 60_000 })
  expect(await imports()).toMatchObject([{ total: PERSONS, made: PERSONS, refused: 1 }])
})
