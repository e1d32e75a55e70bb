/** A protected device on the other engines: the keyring's file, Argon2id in its worker, lock and unlock, a queue that waits. */

import { capturable } from '../e2e/support/leads.ts'
import { Proxy } from '../e2e/support/proxy.ts'
import { Rest } from '../e2e/support/rest.ts'
import { PASSWORD } from '../support/demo-password.ts'
import { inPage } from './support/browser.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

const FIELD = 'Senha'

/** What the browser has of the protected user. */
const stored = (farol: Farol) =>
  inPage(farol.tab, async () => {
    const files: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    return {
      files,
      databases: names.filter((name) => /^farol-(p-)?\d+$/.test(name)),
      token: localStorage.getItem('farol_token'),
    }
  })

test('the password protects and opens the device, and its queue waits behind the lock', async ({
  server,
  device,
  engine,
}) => {
  test.skip(engine === 'webkitgtk', 'it has no file system for a page: the next test')
  const proxy = await Proxy.to(server.port)
  const refused: string[] = []
  proxy.refusedByPolicy = refused
  const rest = await Rest.signIn(server.url, 'corretor')
  const target = await capturable(rest)
  const farol = await Farol.signedIn(device, proxy.url)

  await test.step('protected: keyring, sealed store, no clear one', async () => {
    await farol.goTo('/profile')
    await farol.click({ role: 'button', name: 'Proteger este aparelho' })
    const dialog = { role: 'dialog', name: 'Proteger este aparelho' } as const
    await farol.fill(FIELD, PASSWORD, dialog)
    await farol.click({ role: 'button', name: 'Proteger', within: dialog })
    await farol.reads(/Os dados deste aparelho estão cifrados/)
    await farol.ready()
    await farol.until(async () => expect((await stored(farol)).databases).toHaveLength(1))
    const { files, databases, token } = await stored(farol)
    expect(files).toEqual([expect.stringMatching(/^keyring-\d+$/)])
    expect(databases).toEqual([expect.stringMatching(/^farol-p-\d+$/)])
    expect(token).toBe('sealed')
  })

  await test.step('locked with a waiting change: a reload does not open it, another password neither', async () => {
    await farol.goTo('/')
    await farol.ready()
    proxy.refuse = (path) => path.startsWith('/api/sync/')
    await farol.capture(target.id)
    await farol.closeForm(target.id)
    await farol.says(/1 pendente/)
    await farol.click({ role: 'button', name: /Conta de/ })
    await farol.click({ role: 'menuitem', name: 'Bloquear' })
    await farol.reads(/Farol bloqueado/)
    await farol.reads(/1 alteração por enviar/)
    await farol.tab.reload()
    await farol.reads(/Farol bloqueado/)
    await farol.fill(FIELD, 'outra senha qualquer')
    await farol.click({ role: 'button', name: 'Desbloquear' })
    await farol.reads(/Senha incorreta/)
  })

  await test.step('the password opens it, and the change arrives', async () => {
    await farol.fill(FIELD, PASSWORD)
    await farol.click({ role: 'button', name: 'Desbloquear' })
    await farol.says(/1 pendente/)
    proxy.refuse = null
    await farol.settled()
    expect((await rest.lead(target.id)).state).toBe(2)
  })

  // Argon2id runs as WebAssembly, which the policy of its worker alone allows.
  expect(refused).toEqual([])
  await proxy.close()
})

test('a browser without a file system for pages says that it cannot protect, and offers nothing', async ({
  sharedServer,
  device,
  engine,
}) => {
  test.skip(engine !== 'webkitgtk', 'the others have one')
  const farol = await Farol.signedIn(device, sharedServer.url)
  const hasFiles = await inPage(
    farol.tab,
    () => 'storage' in navigator && 'getDirectory' in navigator.storage,
  )
  expect(hasFiles).toBe(false)
  await farol.goTo('/profile')
  await farol.reads(/Este navegador não consegue proteger os dados neste endereço/)
  await farol.misses({ role: 'button', name: 'Proteger este aparelho' })
})
