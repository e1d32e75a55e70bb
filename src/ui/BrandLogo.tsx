/** The brokerage's logo in a box of the lighthouse's height, which stands for a missing one. Nothing moves when it comes. */
import { useState } from 'react'
import classes from './BrandLogo.module.css'
import { Logo } from './Logo.tsx'

interface BrandLogoProps {
  /** The path of the picture. */
  readonly logo: string | null
  readonly height: number
  /** Of a wide picture. */
  readonly maxWidth: number
}

export function BrandLogo({ logo, height, maxWidth }: BrandLogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (logo === null || logo === broken) return <Logo size={height} />
  return (
    <span className={classes.tile} style={{ height, maxWidth }}>
      {/* The name stands beside it. */}
      <img className={classes.picture} src={logo} alt="" onError={() => setBroken(logo)} />
    </span>
  )
}
