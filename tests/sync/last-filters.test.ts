/** The last filter of each list: for one user on one device, until a sign-out. */
import { expect, test } from 'vitest'
import { closeMirror, openMirror } from '../../src/db/open.ts'
import { keepFilter, lastFilters } from '../../src/db/session/last-filters.ts'
import { dropAllButQueue } from '../../src/db/sign-out.ts'
import { aSyncedWorld } from './support/world.ts'

test('each list has its own last filter, and an empty one replaces it', async () => {
  const { device, user } = await aSyncedWorld()
  await keepFilter(device.db, '/users', { nome: 'ana' })
  await keepFilter(device.db, '/clients', { ativos: true })
  await keepFilter(device.db, '/users', { nome: 'ana', status: 'ativos' })
  expect(await lastFilters(device.db)).toEqual({
    '/users': { nome: 'ana', status: 'ativos' },
    '/clients': { ativos: true },
  })
  await keepFilter(device.db, '/users', {})
  expect(await lastFilters(device.db)).toEqual({ '/users': {}, '/clients': { ativos: true } })
  expect(await lastFilters(openMirror(user.id + 1_000_000))).toEqual({})
  closeMirror(user.id + 1_000_000)
})

test('a wiped device has no filters and keeps none', async () => {
  const { device } = await aSyncedWorld()
  await keepFilter(device.db, '/users', { nome: 'ana' })
  await dropAllButQueue(device.db)
  await keepFilter(device.db, '/users', { nome: 'bia' })
  expect(await lastFilters(device.db)).toEqual({})
})

test('a filter of another shape counts as none', async () => {
  const { device } = await aSyncedWorld()
  await device.db.meta.put({ name: 'lastFilters', value: ['/users'] })
  expect(await lastFilters(device.db)).toEqual({})
})
