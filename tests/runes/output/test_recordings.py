"""The output of the runes for recordings: playlists, tracks and players."""

from __future__ import annotations

import pytest

from refrakt.runes.media.durations import clock, iso_duration, seconds

from .output_checks import check_output, output


@pytest.mark.parametrize(
    ("written", "shown", "published"),
    [
        ("3:45", "3:45", "PT225S"),
        ("1:02:03", "1:02:03", "PT3723S"),
        ("0:1.5", "0:1.5", "PT1.5S"),
        ("PT2M5S", "2:05", "PT2M5S"),
        ("PT1H1.5M", "1:01:30", "PT1H1.5M"),
        ("PT100H5S", "100:00:05", "PT100H5S"),
        ("soon", "soon", "PT0S"),
        ("4:xx", "4:xx", "PT0S"),
        ("1:2:3:4", "1:2:3:4", "PT0S"),
    ],
)
def test_durations(written: str, shown: str, published: str) -> None:
    assert clock(written) == shown
    assert iso_duration(written) == published


def test_seconds_are_whole_if_they_can_be() -> None:
    assert repr(seconds("1:30")) == "90"
    assert repr(seconds("0:0.5")) == "0.5"


def test_a_track_publishes_its_data() -> None:
    check_output(
        """
        {% track artist="Choir" duration="28:10" number=4 date="2031" url="/tide" type="episode" %}
        ## Tide *tables*

        With a bucket.
        {% /track %}
        """,
        """
        <li data-rune="track" typeof="MusicRecording" FIELDS>
        <span data-name="track-name" data-field="name" property="name">Tide tables</span>
        <span data-name="track-artist">Choir</span>
        <span data-name="track-duration">28:10</span>
        <span data-name="track-meta">2031</span>
        <div data-name="track-description"><p>With a bucket.</p></div>
        <meta content="/tide" property="url"><meta content="4" property="position">
        <meta content="2031" property="datePublished"></li>
        """.replace(
            "FIELDS",
            "data-rune-fields=\"{'artist':'Choir','duration':'PT1690S','url':'/tide','position':'4'"
            ",'datePublished':'2031','type':'episode'}\"",
        ),
    )


def test_a_player_reads_its_recording_from_json() -> None:
    check_output(
        """
        {% audio src="/bell.mp3" title="Bell" waveform=true chapters="/bell.vtt" %}
        In the tower.

        1. Stairs (0:00)
        2. **Rope** (1:06:25)
        {% /audio %}
        """,
        """
        <div data-rune="audio" data-rune-fields="{'waveform':'true'}">
        <rf-audio waveform="true" chapters="/bell.vtt"><script type="application/json">
        [{'src':'/bell.mp3','name':'Bell','chapters':[{'name':'Stairs','time':0},{'name':'Rope','time':3985}]}]
        </script></rf-audio>
        <div data-name="description"><p>In the tower.</p></div></div>
        """,
    )
    check_output(
        '{% audio playlist="mix" /%}',
        '<div data-rune="audio"><rf-audio waveform="false" playlist="mix"><script type="application/json">[]</script>'
        "</rf-audio></div>",
    )


def test_a_playlist_reads_its_tracks_from_a_list() -> None:
    check_output(
        """
        {% playlist artist="Trio" player=true id="ferry" media-position="start" %}
        ![Sleeve](/sleeve.jpg)

        ---

        # Ferry

        One night.

        1. [**Slack**](/slack.mp3) *Per* (4:12) — 2031
        2. **Quay**

           Takes two.

        Thanks.
        {% /playlist %}
        """,
        """
        <section data-field="content-section" data-rune="playlist" typeof="MusicPlaylist" FIELDS>
        <meta content="true"><meta content="Trio" property="byArtist">
        <div data-name="media"><img src="/sleeve.jpg" alt="Sleeve" property="image"></div>
        <h1 id="ferry" data-name="headline" property="name">Ferry</h1><p data-name="blurb">One night.</p>
        <div data-name="player"><rf-audio waveform="false"><script type="application/json">
        [{'name':'Slack','src':'/slack.mp3','artist':'Per','duration':252},{'name':'Quay','artist':'Trio'}]
        </script></rf-audio></div>
        <ol data-name="tracks">
        <li typeof="MusicRecording" data-src="/slack.mp3" data-field="track" property="track">
        <span data-name="track-name" property="name">Slack</span>
        <span data-name="track-artist" property="byArtist">Per</span>
        <span data-name="track-duration">4:12</span><meta property="duration" content="PT252S">
        <span data-name="track-meta" property="datePublished">2031</span></li>
        <li typeof="MusicRecording" data-field="track" property="track">
        <span data-name="track-name" property="name">Quay</span>
        <span data-name="track-artist" property="byArtist">Trio</span>
        <div data-name="track-description"><p>Takes two.</p></div></li>
        </ol>
        <div data-name="body"><p>Thanks.</p></div></section>
        """.replace(
            "FIELDS", "data-rune-fields=\"{'type':'album','media-position':'start','artist':'Trio','id':'ferry'}\""
        ),
    )


@pytest.mark.parametrize(
    ("lines", "content", "expected"),
    [
        ("0:05 Low|(0:30) Tide", "auto", "lyrics"),
        ("0:05 Low|Tide", "auto", "chapters"),
        ("0:05 Low|Tide", "lyrics", "lyrics"),
        ("0:05 Low|(0:30) Tide", "chapters", "chapters"),
    ],
)
def test_timed_lines_of_a_track_are_lyrics(lines: str, content: str, expected: str) -> None:
    items = "".join(f"  - {line}\n" for line in lines.split("|"))
    found = output(f'{{% playlist content="{content}" %}}\n# Ferry\n\n- **Slack**\n{items}{{% /playlist %}}')
    assert f'<ol data-name="{expected}"><li data-time="5">' in found
    shown = '<p data-name="lyric">Low</p>' if expected == "lyrics" else '<span data-name="chapter-name">Low</span>'
    assert shown in found


def test_former_names_are_rendered_like_the_runes() -> None:
    for old, new, body in (
        ("music-playlist", "playlist", "# Ferry\n\n- **Slack**"),
        ("music-recording", "track", "Slack"),
    ):
        assert output(f"{{% {old} %}}\n{body}\n{{% /{old} %}}") == output(f"{{% {new} %}}\n{body}\n{{% /{new} %}}")
