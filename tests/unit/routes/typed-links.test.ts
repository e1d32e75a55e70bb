/** The compiler refuses a link to an address without a screen. One route whose path is `any` would make each address right. */
import type { RegisteredRouter } from '@tanstack/react-router'
import { expectTypeOf, test } from 'vitest'
import type {} from '../../../src/routes/app-router.ts'

type Address = keyof RegisteredRouter['routesByPath']

// `npm run check` proves it: at run time types are gone.
test('the router knows the addresses of its screens, and no others', () => {
  expectTypeOf<'/clients'>().toExtend<Address>()
  expectTypeOf<'/sem-tela'>().not.toExtend<Address>()
})
