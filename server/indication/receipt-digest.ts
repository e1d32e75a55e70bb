/** A receipt's code as the server keeps it: 80 random bits need no slow hash. docs/rules.md#receipt */
import { digest } from '../context/request-key.ts'

export const receiptDigest = (code: string): string => digest('receipt', code)
