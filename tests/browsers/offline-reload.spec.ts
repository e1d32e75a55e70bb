/** Without a server the app opens, shows the board and takes commands, which arrive later. */
import { capturable } from '../e2e/support/leads.ts'
import { Rest } from '../e2e/support/rest.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

test('a reload without the server shows the board, and a capture made then arrives when the server is back', async ({
  server,
  device,
}) => {
  const rest = await Rest.signIn(server.url, 'corretor')
  const target = await capturable(rest)
  const farol = await Farol.signedIn(device, server.url)

  await server.stop()
  await farol.tab.reload()
  await farol.sees({ role: 'tab', name: /^Origem/ })
  await farol.capture(target.id)
  await farol.closeForm(target.id)
  await farol.says(/Sem conexão · 1 pendente/)

  await server.startAgain()
  await farol.settled()
  expect((await rest.lead(target.id)).state).toBe(2)
})
