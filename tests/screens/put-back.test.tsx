/** The page after a test is as it was before it, and what the test has left is named. docs/testing.md#one-page */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openMirror } from '../../src/db/open.ts'
import { aLead } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { cutNetwork } from './support/network.ts'
import { putBack } from './support/put-back.ts'

test('what a test leaves is named, and gone', async () => {
  const heard = vi.fn()
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  window.addEventListener('farol-left', heard)
  document.addEventListener('click', heard, true)
  localStorage.setItem('farol_left', '1')
  sessionStorage.setItem('farol_left', '1')
  document.body.append(document.createElement('aside'))
  document.body.style.overflow = 'hidden'
  document.documentElement.dataset['asks'] = ''
  document.title = 'Outro'
  await openMirror(999_997).open()

  const left = await putBack()
  expect(left.map((words) => words.replace(/:\d+\)/, ')'))).toEqual([
    'a clock that is not real',
    "a listener of 'farol-left' (tests/screens/put-back.test.tsx)",
    "a listener of 'click' (tests/screens/put-back.test.tsx)",
    'farol_left in localStorage',
    'farol_left in sessionStorage',
    'in the body <aside></aside>',
    'the database farol-999997',
  ])
  window.dispatchEvent(new Event('farol-left'))
  document.body.click()
  expect(heard).not.toHaveBeenCalled()
  expect(Date.now()).toBeGreaterThan(0)
  expect(document.body.style.overflow).toBe('')
  expect(document.documentElement.dataset['asks']).toBeUndefined()
  expect(document.title).not.toBe('Outro')
  expect(await putBack()).toEqual([])
})

test('a listener that is taken away, is called once or has ended is not left', async () => {
  const listen = () => {}
  window.addEventListener('farol-left', listen)
  window.removeEventListener('farol-left', listen)
  window.addEventListener('farol-left', listen, { once: true })
  window.dispatchEvent(new Event('farol-left'))
  const end = new AbortController()
  document.addEventListener('click', listen, { signal: end.signal })
  end.abort()
  expect(await putBack()).toEqual([])
})

const users: number[] = []

test.each([
  'first',
  'second',
  'third',
])('the %s app begins a history of its own, beside the database of the last user alone', async () => {
  const app = await openApp('/', { leads: [aLead({ channel_id: 8 })] })
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(window.history.state.__TSR_index).toBe(0)
  expect(navigator.onLine).toBe(true)
  const names = (await indexedDB.databases()).map(({ name }) => name)
  users.push(app.user.id)
  expect(names.filter((name) => /^farol-(p-)?\d+$/.test(name ?? ''))).toEqual(
    users.slice(-2).map((user) => `farol-${user}`),
  )
  await app.go('/sincronizacao')
  cutNetwork(app.peer)
})
