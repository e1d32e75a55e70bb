/** Says on the sign-in screen that a user's work waits on this device. It names neither user nor client. */
import { Alert } from '@mantine/core'
import { useState } from 'react'
import { waitingWork } from '../../db/session/waiting-work.ts'

const COMMANDS =
  'Há alterações neste aparelho que ainda não foram enviadas. Serão enviadas quando a pessoa que as fez entrar de novo.'
const DRAFTS = 'Há rascunhos guardados neste aparelho, à espera de quem os escreveu.'

export function WaitingWork() {
  const [{ commands, drafts }] = useState(() => waitingWork(window.localStorage, Date.now()))
  if (!commands && !drafts) return null
  return (
    <Alert color="gray" mb="md" role="status">
      {[commands ? COMMANDS : '', drafts ? DRAFTS : ''].filter(Boolean).join(' ')}
    </Alert>
  )
}
