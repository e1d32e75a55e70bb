/** Who is responsible for personal data (LGPD), as administrators name it: docs/rules.md#brokerage */
import { z } from 'zod'

const LONGEST = 200

/** Both are settings of their own. An empty one leaves it to the server's environment. */
export const controllerShape = {
  controller_name: z.string().trim().max(LONGEST).default(''),
  controller_contact: z.string().trim().max(LONGEST).default(''),
}

/** Returns what is wrong with a name or contact as a sentence, or null. */
export const controllerProblem = (text: string): string | null =>
  text.trim().length > LONGEST ? `Use até ${LONGEST} caracteres` : null
