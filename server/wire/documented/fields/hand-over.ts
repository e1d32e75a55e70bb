/** Meanings of the calls of hand-overs: docs/rules.md#hand-over */
import { type Meanings, says } from '../../../records/meaning.ts'

export const HAND_OVER: Meanings = {
  public_key: says(
    'A chave P-256 com que este aparelho assina, sem o primeiro byte: 64 bytes em base64url.',
    'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q',
  ),
}
