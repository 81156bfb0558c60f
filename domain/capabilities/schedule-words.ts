/** What takes place on a date of the go-to-market schedule. */
export const EVENT_TYPES = ['webinar', 'blog_post', 'email_campaign', 'social_post', 'product_launch'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Where it takes place. */
export const EVENT_CHANNELS = ['email', 'blog', 'socialnet', 'microblog', 'videonet'] as const;
export type EventChannel = (typeof EVENT_CHANNELS)[number];
