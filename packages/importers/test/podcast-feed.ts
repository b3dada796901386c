/** Feeds as hosts of podcasts write them. */

export interface HostedEpisode {
  readonly number: number;
  readonly title?: string;
  readonly guid?: string;
  readonly enclosure?: string;
  /** Further elements, as they are written. */
  readonly more?: string;
  readonly description?: string;
  readonly date?: string;
}

export const podcastFeed = (
  site: string,
  items: readonly HostedEpisode[],
  more = "",
): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters">
<channel>
<title>Calls &amp; songs</title>
<link>${site}/</link>
<atom:link href="${site}/feed/mp3" rel="self" type="application/rss+xml"/>
<description>&lt;p&gt;What we hear in the &lt;em&gt;reeds&lt;/em&gt;.&lt;/p&gt;</description>
<language>en-gb</language>
<copyright>Ada</copyright>
<generator>A host of podcasts</generator>
<itunes:author>Ada</itunes:author>
<itunes:owner><itunes:name>Ada</itunes:name><itunes:email>ada@example.org</itunes:email></itunes:owner>
<itunes:image href="${site}/art.jpg"/>
<itunes:category text="Science"><itunes:category text="Nature"/></itunes:category>
<itunes:explicit>false</itunes:explicit>
<itunes:type>episodic</itunes:type>
<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
<podcast:locked owner="ada@example.org">yes</podcast:locked>
<podcast:funding url="${site}/give">Give</podcast:funding>
${more}
${items.map((item) => itemText(site, item)).join("\n")}
</channel>
</rss>
`;

const itemText = (
  site: string,
  {
    number,
    title = `Episode ${number}`,
    guid = `host-${number}`,
    enclosure = `/audio/${number}.mp3`,
    more = "",
    description = `<p>We hear bird <b>${number}</b>.</p>`,
    date,
  }: HostedEpisode,
): string => `<item>
<title>${title}</title>
<link>${site}/episodes/${number}</link>
<guid isPermaLink="false">${guid}</guid>
<pubDate>${date ?? new Date(Date.UTC(2020, 0, number)).toUTCString().replace("GMT", "+0000")}</pubDate>
<description><![CDATA[${description}]]></description>
<enclosure url="${site}${enclosure}" length="12" type="audio/mpeg"/>
<itunes:duration>01:02</itunes:duration>
<itunes:season>${Math.ceil(number / 50)}</itunes:season>
<itunes:episode>${number}</itunes:episode>
<itunes:episodeType>full</itunes:episodeType>
<itunes:explicit>no</itunes:explicit>
${more}
</item>`;
