/** What the environment of the server lacks. Nothing is shown where nothing is missing, or without a network. */
import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { settingWarningsRoute } from '../../../contract/administration/settings.ts'
import { online } from '../../../device/online.ts'

export function ServerWarnings() {
  const [texts, setTexts] = useState<readonly string[]>([])
  useEffect(() => {
    let gone = false
    void online((token) => call(settingWarningsRoute, { token })).then((result) => {
      if (!gone && result.kind === 'ok') setTexts(result.value.map(({ text }) => text))
    })
    return () => {
      gone = true
    }
  }, [])
  return texts.map((text) => (
    <Alert key={text} color="orange" role="alert" title="Configuração do servidor">
      {text}
    </Alert>
  ))
}
