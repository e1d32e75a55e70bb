/** Says that work of people who are not signed in waits on this device. It names neither user nor client. */
import { Alert } from '@mantine/core'
import type { WaitingHere } from './waiting-here.ts'
import { waitsWords } from './waiting-words.ts'

const DRAFTS = 'Há rascunhos guardados neste aparelho, à espera de quem os escreveu.'

interface WaitingWorkProps {
  readonly waiting: WaitingHere
  /** The space below, where what surrounds it gives none. */
  readonly mb?: 'md' | 0
}

export function WaitingWork({ waiting, mb = 0 }: WaitingWorkProps) {
  const words = [waitsWords(waiting), waiting.drafts ? DRAFTS : null].filter((each) => each !== null)
  if (words.length === 0) return null
  return (
    <Alert color="gray" mb={mb} role="status">
      {words.join(' ')}
    </Alert>
  )
}
