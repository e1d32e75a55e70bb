/** The server dies during a push: stored commands are not applied again, the others arrive. */
import { dayAhead } from '../e2e/support/days.ts'
import { capturable } from '../e2e/support/leads.ts'
import { Proxy } from '../e2e/support/proxy.ts'
import { Rest } from '../e2e/support/rest.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

test('a kill -9 of the server during a push loses no command and applies none twice', async ({
  server,
  device,
}) => {
  const proxy = await Proxy.to(server.port)
  const target = await capturable(await Rest.signIn(server.url, 'corretor'))
  const farol = await Farol.signedIn(device, proxy.url)

  let died = false
  proxy.loseAnswer = async (path) => {
    if (died || !path.startsWith('/api/sync/push')) return false
    died = true
    await server.kill()
    return true
  }
  await farol.capture(target.id)
  await farol.closeForm(target.id)
  await expect.poll(() => died).toBe(true)
  await farol.schedule(target.id, { at: `${dayAhead(30)}T10:30`, note: 'Ligar de novo' })
  await farol.setServiceStatus(target.id, 'Em atendimento')
  await farol.says(/Sem conexão · 3 pendentes/)

  await server.startAgain()
  await farol.settled()
  const commands = ['lead.capture', 'lead.schedule', 'lead.setServiceStatus']
  const log = await server.stopAndQuery<{ command: string; outcome: string }>(
    'select command, outcome from command_log',
  )
  expect(log.map(({ command }) => command).sort()).toEqual(commands)
  expect(log.every(({ outcome }) => outcome === 'applied')).toBe(true)
  const history = await server.stopAndQuery<{ command: string }>(
    'select command from timeline where lead_uid = $1 and command = any($2) order by id',
    [target.uid, commands],
  )
  expect(history.map(({ command }) => command)).toEqual(commands)
  await proxy.close()
})
