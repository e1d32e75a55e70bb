/** The words about connection and queue in the top bar. */
import { page } from 'vitest/browser'

export const connection = page.getByTestId('connection')
