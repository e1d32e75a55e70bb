/**
 * Opens the path of a clicked notification in this page. The answer lets the service worker know that a page took it.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openPathSchema } from '../../domain/notices/notification.ts'

export function useOpenPath(): void {
  const router = useRouter()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const open = ({ data, ports }: MessageEvent<unknown>) => {
      const message = openPathSchema.safeParse(data)
      if (!message.success) return
      ports[0]?.postMessage('taken')
      router.history.push(message.data.path)
    }
    navigator.serviceWorker.addEventListener('message', open)
    return () => navigator.serviceWorker.removeEventListener('message', open)
  }, [router])
}
