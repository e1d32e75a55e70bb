/** Whether this server sends mails. True until it answers, and where it does not: the answer to the form then says it. */
import { useEffect, useState } from 'react'
import { sendsMail } from '../../../api/notices.ts'

export function useSendsMail(): boolean {
  const [sends, setSends] = useState(true)
  useEffect(() => {
    const end = new AbortController()
    void sendsMail(end.signal).then((answer) => {
      if (!end.signal.aborted) setSends(answer)
    })
    return () => end.abort()
  }, [])
  return sends
}
