import type { MailTexts } from './texts.ts';

/** Spanish. */
export const es: MailTexts = {
  invitation: ({ inviter, partner, days }) => ({
    subject: `${inviter} le invita a ${partner} en Marketwright`,
    paragraphs: [
      `${inviter} le invita a trabajar con ${partner} en Marketwright, donde el equipo crea sus contenidos y cuida su presencia en el marketplace.`,
      `La invitación es solo para usted y sirve una vez, durante ${days} días. Si no la esperaba, no tiene que hacer nada.`,
    ],
    action: 'Aceptar la invitación',
  }),
  password_reset: ({ minutes }) => ({
    subject: 'Contraseña nueva para Marketwright',
    paragraphs: [
      'Se ha pedido una contraseña nueva para su cuenta de Marketwright.',
      `El enlace sirve una vez, durante ${minutes} minutos. Si no ha sido usted, no tiene que hacer nada: su contraseña sigue igual.`,
    ],
    action: 'Elegir una contraseña nueva',
  }),
  notifications: ({ count, failed }) => ({
    subject: count === 1 ? 'Una novedad en Marketwright' : `${count} novedades en Marketwright`,
    paragraphs: [
      count === 1
        ? 'Hay una notificación nueva para usted en la consola.'
        : `Hay ${count} notificaciones nuevas para usted en la consola.`,
      ...(failed > 0 ? [failed === 1 ? 'Una ejecución ha fallado.' : `${failed} ejecuciones han fallado.`] : []),
      'Junto a las notificaciones elige usted lo que recibe por correo.',
    ],
    action: 'Ver las notificaciones',
  }),
  copyLink: 'Si el botón no funciona, copie esta dirección en su navegador:',
  footer: 'Este correo lo envía Marketwright. Nadie lee las respuestas.',
};
