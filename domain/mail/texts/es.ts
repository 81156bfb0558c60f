import type { MailTexts } from './texts.ts';

/** Spanish. */
export const es: MailTexts = {
  invitation: ({ inviter, partner, days }) => ({
    subject: `${inviter} te invita a ${partner} en Marketwright`,
    paragraphs: [
      `${inviter} te invita a trabajar con ${partner} en Marketwright, donde el equipo crea sus contenidos y cuida su presencia en el marketplace.`,
      `La invitación es solo para ti y sirve una vez, durante ${days} días. Si no la esperabas, no tienes que hacer nada.`,
    ],
    action: 'Aceptar la invitación',
  }),
  password_reset: ({ minutes }) => ({
    subject: 'Contraseña nueva para Marketwright',
    paragraphs: [
      'Se ha pedido una contraseña nueva para tu cuenta de Marketwright.',
      `El enlace sirve una vez, durante ${minutes} minutos. Si no has sido tú, no tienes que hacer nada: tu contraseña sigue igual.`,
    ],
    action: 'Elegir una contraseña nueva',
  }),
  notifications: ({ count, failed }) => ({
    subject: count === 1 ? 'Una novedad en Marketwright' : `${count} novedades en Marketwright`,
    paragraphs: [
      count === 1
        ? 'Hay una notificación nueva para ti en la consola.'
        : `Hay ${count} notificaciones nuevas para ti en la consola.`,
      ...(failed > 0 ? [failed === 1 ? 'Una ejecución ha fallado.' : `${failed} ejecuciones han fallado.`] : []),
      'Junto a las notificaciones eliges lo que recibes por correo.',
    ],
    action: 'Ver las notificaciones',
  }),
  copyLink: 'Si el botón no funciona, copia esta dirección en tu navegador:',
  footer: 'Este correo lo envía Marketwright. Nadie lee las respuestas.',
};
