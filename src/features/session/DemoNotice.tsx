/** A warning on the sign-in screen where the server reports that strangers can reach its demo accounts. */
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isDemoReachable } from '../../api/notices.ts'

export function DemoNotice() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    void isDemoReachable(end.signal).then((reachable) => {
      if (!end.signal.aborted) setShown(reachable)
    })
    return () => end.abort()
  }, [])
  return (
    // Rendered before its content: screen readers announce what is added to it.
    <div role="status">
      {shown ? (
        <Alert color="amber" icon={<IconAlertTriangle />} mt="lg">
          Este servidor tem contas de demonstração, com senha pública, e pode ser acessado pela rede. Não
          registre dados reais.
        </Alert>
      ) : null}
    </div>
  )
}
