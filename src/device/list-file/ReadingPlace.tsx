/** Where the file that is being sent stands in the line: the server reads one at a time. docs/rules.md#bounds-of-a-file */
import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { readingPlaceRoute } from '../../contract/imports.ts'
import { online } from '../online.ts'

const EVERY_MS = 2000

export function ReadingPlace({ isSending }: { readonly isSending: boolean }) {
  const [place, setPlace] = useState(0)
  useEffect(() => {
    if (!isSending) return
    let gone = false
    const look = async () => {
      const result = await online((token) => call(readingPlaceRoute, { token }))
      if (!gone && result.kind === 'ok') setPlace(result.value.place)
    }
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => {
      gone = true
      clearInterval(timer)
      setPlace(0)
    }
  }, [isSending])
  if (!isSending || place === 0) return null
  return (
    <Text role="status" size="sm">
      {`Outra planilha está sendo lida. A sua é a ${place}ª da fila.`}
    </Text>
  )
}
